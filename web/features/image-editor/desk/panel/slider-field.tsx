import { Group, Slider, Text } from '@mantine/core'
import { useTexts } from '../texts.ts'

/** A slider with its name and its value in words. */
export function SliderField({
  label,
  unit = false,
  min,
  max,
  step = 1,
  value,
  onChange,
}: {
  label: string
  /** Whether it is in pixels. */
  unit?: boolean
  min: number
  max: number
  step?: number
  value: number
  onChange: (value: number) => void
}) {
  const t = useTexts()
  const shown = unit ? t('pixels', { count: value }) : String(value)
  return (
    <div>
      <Group justify="space-between" gap={8}>
        <Text size="sm" fw={700}>
          {label}
        </Text>
        <Text size="sm" c="dimmed" className="tabular">
          {shown}
        </Text>
      </Group>
      <Slider
        thumbLabel={label}
        label={null}
        min={min}
        max={max}
        step={step}
        value={Math.min(max, Math.max(min, value))}
        onChange={onChange}
      />
    </div>
  )
}
