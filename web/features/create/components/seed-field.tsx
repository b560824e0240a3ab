import { ActionIcon, Group, NumberInput, Tooltip } from '@mantine/core'
import { IconDice5, IconLock, IconLockOpen } from '@tabler/icons-react'
import { LIMITS } from '#contract/jobs/drawing.ts'
import { rangeProblem } from '../lib/check-request.ts'

const randomSeed = (): number => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0

/** A seed that is random until it is locked. */
export function SeedField({
  label,
  value,
  disabled = false,
  problem,
  onChange,
}: {
  label: string
  /** null: random. */
  value: number | null
  disabled?: boolean
  problem: string | undefined
  onChange: (seed: number | null) => void
}) {
  const locked = value !== null
  const name = label.toLowerCase()
  return (
    <NumberInput
      label={label}
      description={locked ? 'Locked: the same image again.' : 'A new one for every generation.'}
      error={(value === null ? undefined : rangeProblem(value, LIMITS.seed)) ?? problem}
      placeholder="Random"
      min={LIMITS.seed.min}
      max={LIMITS.seed.max}
      clampBehavior="none"
      allowDecimal={false}
      allowNegative={false}
      hideControls
      disabled={disabled}
      value={value ?? ''}
      onChange={(next) => onChange(typeof next === 'number' ? next : null)}
      rightSectionWidth={98}
      rightSection={
        <Group gap={2} wrap="nowrap">
          <Tooltip label="Another seed">
            <ActionIcon
              variant="subtle"
              color="gray"
              disabled={disabled}
              aria-label={`Draw another ${name}`}
              onClick={() => onChange(randomSeed())}
            >
              <IconDice5 size={18} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={locked ? 'Unlock' : 'Lock'}>
            <ActionIcon
              variant={locked ? 'light' : 'subtle'}
              color={locked ? 'pink' : 'gray'}
              disabled={disabled}
              aria-label={`Lock the ${name}`}
              aria-pressed={locked}
              onClick={() => onChange(locked ? null : randomSeed())}
            >
              {locked ? <IconLock size={18} /> : <IconLockOpen size={18} />}
            </ActionIcon>
          </Tooltip>
        </Group>
      }
    />
  )
}
