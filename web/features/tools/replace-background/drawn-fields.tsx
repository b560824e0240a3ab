import { Stack } from '@mantine/core'
import type { GenerationModel } from '#contract/generation-servers.ts'
import type { FieldProblems } from '#web/features/generate/lib/order.ts'
import { PromptArea } from '#web/features/tool-page/frame/prompt-area.tsx'
import { useTexts } from '#web/features/tool-page/texts.ts'
import { NativeSelect } from '#web/ui/native-select.tsx'

/** The words a background is drawn from, and which model draws it. */
export function DrawnFields({
  prompt,
  painters,
  model,
  problems,
  onPrompt,
  onModel,
}: {
  prompt: string
  painters: readonly GenerationModel[]
  /** Id; null: the first. */
  model: string | null
  problems: FieldProblems
  onPrompt: (prompt: string) => void
  onModel: (model: string | null) => void
}) {
  const t = useTexts()
  const [first] = painters
  return (
    <Stack gap="sm">
      <PromptArea
        label={t('newBackground.prompt')}
        description={t('newBackground.promptNote')}
        placeholder={t('newBackground.promptExample')}
        value={prompt}
        problems={problems}
        onChange={onPrompt}
      />
      {painters.length > 1 && (
        <NativeSelect
          label={t('newBackground.model')}
          value={model ?? first?.id ?? ''}
          error={problems['model'] ?? null}
          onChange={({ currentTarget: { value } }) => onModel(value === first?.id ? null : value)}
          data={painters.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
    </Stack>
  )
}
