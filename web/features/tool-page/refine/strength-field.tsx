import { Stack, Text } from '@mantine/core'
import { useId } from '@mantine/hooks'
import { Segments } from '#web/ui/segments.tsx'
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
  const label = useId()
  return (
    <Stack gap={6}>
      <Text size="sm" fw={700} id={label}>
        {t('strength.label')}
      </Text>
      <Segments
        fullWidth
        aria-labelledby={label}
        value={value}
        onChange={onChange}
        data={NAMES.map((name) => ({ value: name, label: t(`strength.${name}`) }))}
      />
      <Text size="xs" c="dimmed">
        {t('strength.note')}
      </Text>
      {problem !== null && (
        <Text size="sm" c="red" role="alert">
          {problem}
        </Text>
      )}
    </Stack>
  )
}
