import { Group, NumberInput, Slider, Stack, Text } from '@mantine/core'
import { useId } from '@mantine/hooks'
import { useProblems } from '../lib/check-request.ts'
import { Problem } from '#web/ui/problem.tsx'

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
  const { rangeProblem } = useProblems()
  const id = useId()
  const wrong = rangeProblem(value, { min, max }) ?? problem
  return (
    <Stack gap={4}>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" fw={700} component="label" htmlFor={id}>
          {label}
        </Text>
        <NumberInput
          id={id}
          size="xs"
          w={112}
          min={min}
          max={max}
          step={step}
          value={value}
          disabled={disabled}
          // What is out of range is said, not changed.
          clampBehavior="none"
          error={wrong !== undefined}
          aria-describedby={wrong === undefined ? undefined : `${id}-problem`}
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
      <Problem id={`${id}-problem`}>{wrong}</Problem>
    </Stack>
  )
}
