import { Stack } from '@mantine/core'
import type { FieldProblems } from '#web/features/generate/lib/order.ts'
import { StrengthField } from './strength-field.tsx'
import type { Strength } from './strengths.ts'
import { PromptArea } from '../frame/prompt-area.tsx'
import { useTexts } from './texts.ts'

export interface Guide {
  prompt: string
  strength: Strength
}

/** Fields for what an image shows, and for how much of it is redrawn. */
export function GuideFields({
  guide: { prompt, strength },
  onChange,
  problems,
}: {
  guide: Guide
  onChange: (changes: Partial<Guide>) => void
  problems: FieldProblems
}) {
  const t = useTexts()
  return (
    <Stack gap="md">
      <PromptArea
        label={t('guide.prompt')}
        placeholder={t('guide.example')}
        value={prompt}
        problems={problems}
        onChange={(next) => onChange({ prompt: next })}
      />
      <StrengthField
        value={strength}
        onChange={(next) => onChange({ strength: next })}
        problem={problems['strength'] ?? null}
      />
    </Stack>
  )
}
