import { Radio, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ReportReason } from '#contract/reports.ts'
import { useTexts } from '../texts.ts'

export type Reason = ReportReason

/** The gravest first; as the contract says, without its schemas. */
const REASONS = [
  'intimate',
  'minor',
  'copyright',
  'likeness',
  'illegal',
  'spam',
  'other',
] as const satisfies readonly Reason[]

/** Why something is reported, with what follows from it. */
export function ReasonChoice({
  value,
  error,
  onChange,
}: {
  /** Null: none was chosen yet. */
  value: Reason | null
  error?: ReactNode
  onChange(reason: Reason): void
}) {
  const t = useTexts()
  const hintOf = (reason: Reason) =>
    reason === 'intimate' || reason === 'minor' || reason === 'copyright'
      ? t(`reasonHint.${reason}`)
      : undefined
  return (
    <Radio.Group
      label={t('reasonLegend')}
      value={value}
      onChange={onChange}
      error={error}
      withAsterisk
    >
      <Stack gap="sm" mt="xs">
        {REASONS.map((reason) => (
          <Radio
            key={reason}
            value={reason}
            aria-invalid={Boolean(error) || undefined}
            label={t(`reason.${reason}`)}
            description={value === reason ? hintOf(reason) : undefined}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
