import { Textarea } from '@mantine/core'
import { LIMITS } from '#contract/values/jobs/drawing.ts'
import { modelOf, useAbilities } from '#web/features/generate/api/use-generation-servers.ts'
import { useGenerationForm } from '#web/features/generate/lib/form-store.ts'
import type { FieldProblems } from '#web/features/generate/lib/order.ts'
import { useTexts } from './texts.ts'

/** What to leave out. */
export function NegativePromptField({ problems }: { problems: FieldProblems }) {
  const t = useTexts()
  const { form, change } = useGenerationForm()
  const { models } = useAbilities(form.model)
  const drawsKnown = modelOf(models, form.model)?.draws === 'known_things'
  return (
    <Textarea
      label={t('negativePrompt.label')}
      description={t(drawsKnown ? 'negativePrompt.hardly' : 'negativePrompt.hint')}
      placeholder={t('negativePrompt.example')}
      autosize
      minRows={1}
      maxRows={5}
      maxLength={LIMITS.prompt}
      value={form.negativePrompt}
      error={problems['negative_prompt']}
      onChange={(event) => change({ negativePrompt: event.currentTarget.value })}
    />
  )
}
