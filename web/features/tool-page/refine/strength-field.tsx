import { Text } from '@mantine/core'
import { SegmentsField } from '#web/ui/segments-field.tsx'
import { Problem } from '#web/ui/problem.tsx'
import { STRENGTHS, type Strength } from './strengths.ts'
import { useTexts } from './texts.ts'

const NAMES = Object.keys(STRENGTHS) as Strength[]

/** Field for how much of an image is redrawn. */
export function StrengthField({
  value,
  onChange,
  problem,
}: {
  value: Strength
  onChange: (value: Strength) => void
  problem: string | null
}) {
  const t = useTexts()
  return (
    <SegmentsField
      label={t('strength.label')}
      value={value}
      onChange={onChange}
      data={NAMES.map((name) => ({ value: name, label: t(`strength.${name}`) }))}
    >
      <Text size="xs" c="dimmed">
        {t('strength.note')}
      </Text>
      <Problem>{problem}</Problem>
    </SegmentsField>
  )
}
