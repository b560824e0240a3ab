import type { GenerationModel } from '#contract/generation-servers.ts'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { useTexts } from '#web/features/tool-page/texts.ts'

/** Which model draws the background. */
export function PainterField({
  painters,
  model,
  problem,
  onChange,
}: {
  painters: readonly GenerationModel[]
  /** Id; null: the first. */
  model: string | null
  problem: string | null
  onChange: (model: string | null) => void
}) {
  const t = useTexts()
  const [first] = painters
  return (
    <NativeSelect
      label={t('newBackground.model')}
      value={model ?? first?.id ?? ''}
      error={problem}
      onChange={({ currentTarget: { value } }) => onChange(value === first?.id ? null : value)}
      data={painters.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}
