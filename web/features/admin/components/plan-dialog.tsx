import { Text } from '@mantine/core'
import { useState } from 'react'
import type { AdminUser } from '#contract/admin.ts'
import type { PlanPeriod } from '#contract/users.ts'
import { PLAN_NAMES, PLAN_PERIODS } from '#contract/values/users.ts'
import { formatUtcDay } from '#web/lib/format.ts'
import { planAndPeriod } from '#web/lib/plan-text.ts'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { useGrantPlan } from '../api/use-admin.ts'
import { ActionDialog } from './action-dialog.tsx'

const PLANS = PLAN_NAMES.map((name) => ({ value: name, label: planAndPeriod(name, null) }))
const PERIODS = PLAN_PERIODS.map((period) => ({
  value: period,
  label: period === 'monthly' ? 'A month' : 'A year',
}))

function presentPlan({ email, plan }: AdminUser): string {
  const until = plan.renews_at === null ? '' : `, until ${formatUtcDay(plan.renews_at)}`
  return `${email}, now on ${planAndPeriod(plan.name, plan.period)}${until}`
}

/** Gives somebody a plan that nobody pays for, or ends one. */
export function PlanDialog({ user, onClose }: { user: AdminUser; onClose(): void }) {
  const { name: present, renews_at: renewsAt, ...rest } = user.plan
  const [name, setName] = useState<AdminUser['plan']['name']>(
    present === 'free' ? 'starter' : 'free',
  )
  const [length, setLength] = useState<PlanPeriod>('monthly')
  const give = useGrantPlan()
  const isFree = name === 'free'
  const period = isFree ? null : length

  async function act(sent: { key: string; reason: string }): Promise<string> {
    const was = { name: present, period: rest.period, renews_at: renewsAt }
    const made = await give.mutateAsync({ user: user.id, plan: name, period, was, ...sent })
    if (made.state === 'waiting') return 'A second administrator has to agree to this plan.'
    return `${user.email} is on ${planAndPeriod(name, period)} now.`
  }

  return (
    <ActionDialog
      title="Give a plan"
      about={presentPlan(user)}
      reasonReader="Stands in the log"
      button={{ text: isFree ? 'End the plan' : 'Give', isEnd: isFree }}
      isReady={!(isFree && present === 'free')}
      act={act}
      onClose={onClose}
    >
      <NativeSelect
        label="Plan"
        data={PLANS}
        value={name}
        onChange={({ currentTarget }) =>
          setName(PLAN_NAMES.find((known) => known === currentTarget.value) ?? 'free')
        }
        data-autofocus
      />
      {!isFree && (
        <NativeSelect
          label="For"
          data={PERIODS}
          value={length}
          onChange={({ currentTarget }) =>
            setLength(PLAN_PERIODS.find((known) => known === currentTarget.value) ?? 'monthly')
          }
        />
      )}
      <Text size="sm">
        {isFree
          ? 'The plan ends now. Its credits stay until they expire.'
          : 'It starts now, brings its credits each month and ends by itself. Nobody is charged. Above the sum for adjustments a second administrator has to agree.'}
      </Text>
    </ActionDialog>
  )
}
