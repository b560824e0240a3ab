import { OUTPUT_SIZE_IDS, OUTPUT_SIZES, type OutputSize } from '#contract/jobs/output-sizes.ts'
import { useTexts } from '#web/features/tool-page/texts.ts'
import { NativeSelect } from '#web/ui/native-select.tsx'

/** How large a cut-out becomes: as it is, or as shops and networks want it. */
export function SizeField({
  size,
  onChange,
}: {
  size: OutputSize | null
  onChange: (size: OutputSize | null) => void
}) {
  const t = useTexts()
  return (
    <NativeSelect
      label={t('cutout.size')}
      value={size ?? ''}
      onChange={({ currentTarget: { value } }) =>
        onChange(OUTPUT_SIZE_IDS.find((id) => id === value) ?? null)
      }
      data={[
        { value: '', label: t('cutout.size.photo') },
        ...OUTPUT_SIZE_IDS.map((id) => ({
          value: id,
          label: t(`cutout.size.${id}`, OUTPUT_SIZES[id]),
        })),
      ]}
    />
  )
}
