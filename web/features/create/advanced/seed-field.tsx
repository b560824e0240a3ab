import { ActionIcon, Group, NumberInput } from '@mantine/core'
import { IconDice5, IconLock, IconLockOpen } from '@tabler/icons-react'
import { LIMITS } from '#contract/values/jobs/drawing.ts'
import { Hint } from '#web/ui/hint.tsx'
import { useProblems } from '../lib/check-request.ts'
import { useTexts } from './texts.ts'

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
  const t = useTexts()
  const { rangeProblem } = useProblems()
  const locked = value !== null
  return (
    <NumberInput
      label={label}
      description={locked ? t('seed.locked') : t('seed.random')}
      error={(value === null ? undefined : rangeProblem(value, LIMITS.seed)) ?? problem}
      placeholder={t('seed.placeholder')}
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
          <Hint label={t('seed.another')}>
            <ActionIcon
              variant="subtle"
              color="gray"
              disabled={disabled}
              aria-label={t('seed.drawAnother', { name: label })}
              onClick={() => onChange(randomSeed())}
            >
              <IconDice5 size={18} />
            </ActionIcon>
          </Hint>
          <Hint label={locked ? t('seed.unlock') : t('seed.lock')}>
            <ActionIcon
              {...(locked ? { variant: 'light' } : { variant: 'subtle', color: 'gray' })}
              disabled={disabled}
              aria-label={t('seed.lockThis', { name: label })}
              aria-pressed={locked}
              onClick={() => onChange(locked ? null : randomSeed())}
            >
              {locked ? <IconLock size={18} /> : <IconLockOpen size={18} />}
            </ActionIcon>
          </Hint>
        </Group>
      }
    />
  )
}
