import { Text } from '@mantine/core'
import type { EditModel } from '#contract/generation-servers.ts'
import type { FieldProblems } from '#web/features/generate/lib/order.ts'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { PromptArea } from '#web/features/tool-page/frame/prompt-area.tsx'
import { useTexts } from './texts.ts'

export interface Choice {
  prompt: string
  /** Id of one of the models; null: the first. */
  model: string | null
}

/** What is to change, and which model changes it. */
export function EditFields({
  choice: { prompt, model },
  models,
  onChange,
  problems,
}: {
  choice: Choice
  models: readonly EditModel[]
  onChange: (changes: Partial<Choice>) => void
  problems: FieldProblems
}) {
  const t = useTexts()
  const chosen = models.find(({ id }) => id === model)
  return (
    <>
      <PromptArea
        label={t('editFields.prompt')}
        placeholder={t('editFields.example')}
        value={prompt}
        problems={problems}
        onChange={(next) => onChange({ prompt: next })}
      />
      <div>
        <NativeSelect
          label={t('editFields.model')}
          value={model ?? ''}
          error={problems['model'] ?? null}
          onChange={({ currentTarget }) => onChange({ model: currentTarget.value })}
          data={models.map(({ id, name }) => ({ value: id, label: name }))}
        />
        {chosen && (
          <Text size="xs" c="dimmed" mt={4} className="tabular">
            {t('editFields.about', { credits: chosen.credits, images: chosen.max_images })}
          </Text>
        )}
      </div>
    </>
  )
}
