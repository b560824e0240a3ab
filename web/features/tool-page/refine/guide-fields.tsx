import { Stack, Textarea } from '@mantine/core'
import { LIMITS } from '#contract/jobs/drawing.ts'
import type { FieldProblems } from '#web/features/create/lib/use-order.ts'
import { StrengthField } from './strength-field.tsx'
import type { Strength } from './strengths.ts'
import { useTexts } from './texts.ts'

export interface Guide {
  prompt: string
  strength: Strength
}

/** What an image shows, and how much of it is drawn anew. */
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
      <Textarea
        label={t('guide.prompt')}
        placeholder={t('guide.example')}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={LIMITS.prompt}
        value={prompt}
        error={problems['prompt'] ?? null}
        onChange={({ currentTarget }) => onChange({ prompt: currentTarget.value })}
      />
      <StrengthField
        value={strength}
        onChange={(next) => onChange({ strength: next })}
        problem={problems['strength'] ?? null}
      />
    </Stack>
  )
}
