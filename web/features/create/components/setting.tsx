import { Group, NumberInput, Slider, Stack, Text } from '@mantine/core'
import { useId } from '@mantine/hooks'

/** A number by slider and by keyboard, with what is wrong with it. */
export function Setting({
  label,
  description,
  value,
  min,
  max,
  step,
  disabled = false,
  problem,
  onChange,
}: {
  label: string
  description?: string | undefined
  value: number
  min: number
  max: number
  step: number
  disabled?: boolean
  problem: string | undefined
  onChange: (value: number) => void
}) {
  const id = useId()
  return (
    <Stack gap={4}>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" fw={700} component="label" htmlFor={id}>
          {label}
        </Text>
        <NumberInput
          id={id}
          size="xs"
          w={76}
          min={min}
          max={max}
          step={step}
          value={value}
          disabled={disabled}
          clampBehavior="blur"
          onChange={(next) => typeof next === 'number' && onChange(next)}
        />
      </Group>
      {description !== undefined && (
        <Text size="xs" c="dimmed">
          {description}
        </Text>
      )}
      <Slider
        label={null}
        thumbLabel={label}
        min={min}
        max={max}
        step={step}
        disabled={disabled}
        value={Math.min(max, Math.max(min, value))}
        onChange={onChange}
      />
      {problem !== undefined && (
        <Text size="sm" c="red" role="alert">
          {problem}
        </Text>
      )}
    </Stack>
  )
}
