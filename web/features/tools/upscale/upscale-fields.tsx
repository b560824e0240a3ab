import { Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useId } from '@mantine/hooks'
import { formatNumber } from '#web/lib/format.ts'
import classes from './upscale.module.css'
import { checkSize, enlarged } from './check-size.ts'

export interface Choice {
  scale: 2 | 3 | 4 | 8
  pro: boolean
}

const SCALES = { fast: [2, 3, 4], pro: [2, 3, 4, 8] } as const

/** How much larger and by which model; sizes that are too large are said before anything is sent. */
export function UpscaleFields({
  choice: { scale, pro },
  onChange,
  size,
  problem,
}: {
  choice: Choice
  onChange: (choice: Choice) => void
  /** Of the chosen image; null while there is none. */
  size: { width: number; height: number } | null
  problem: string | null
}) {
  const [model, times] = [useId(), useId()]
  const result = size && enlarged(size, scale)
  return (
    <div className={classes.fields}>
      <Stack gap={6}>
        <Text size="sm" fw={700} id={model}>
          Model
        </Text>
        <SegmentedControl
          fullWidth
          aria-labelledby={model}
          value={pro ? 'pro' : 'fast'}
          onChange={(value) => {
            const next = value === 'pro'
            onChange({ pro: next, scale: !next && scale === 8 ? 4 : scale })
          }}
          data={[
            { value: 'fast', label: 'Fast' },
            { value: 'pro', label: 'Pro' },
          ]}
        />
        <Text size="xs" c="dimmed" className={classes.note}>
          {pro
            ? 'A larger network: slower, and nearer to the original. Part of the Starter plan and above.'
            : 'Sharp in seconds, on every plan.'}
        </Text>
      </Stack>
      <Stack gap={6}>
        <Text size="sm" fw={700} id={times}>
          Scale
        </Text>
        <SegmentedControl
          fullWidth
          aria-labelledby={times}
          value={String(scale)}
          onChange={(value) => onChange({ pro, scale: Number(value) as Choice['scale'] })}
          data={SCALES[pro ? 'pro' : 'fast'].map((value) => ({
            value: String(value),
            label: `x${value}`,
            // What is chosen stays in reach of the keyboard; what is wrong with it is said below.
            disabled: size !== null && value !== scale && checkSize(size, value) !== null,
          }))}
        />
        {size && result && (
          <Group justify="space-between" gap={4} className="tabular">
            <Text size="sm" c="dimmed">
              {formatNumber(size.width)} x {formatNumber(size.height)} px
            </Text>
            <Text size="sm" fw={700}>
              {formatNumber(result.width)} x {formatNumber(result.height)} px
            </Text>
          </Group>
        )}
        {problem !== null && (
          <Text size="sm" c="red" role="alert">
            {problem}
          </Text>
        )}
      </Stack>
    </div>
  )
}
