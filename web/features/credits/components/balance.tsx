import { Anchor, Button, Card, Group, Skeleton, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { Me } from '#contract/users.ts'
import { paths } from '#web/app/paths.ts'
import { useDialogs } from '#web/lib/dialogs.ts'
import { formatCredits, formatDay, formatLastDay, formatNumber } from '#web/lib/format.ts'
import { useSession } from '#web/lib/session.ts'
import { ErrorState } from '#web/ui/states.tsx'
import { useStatement } from '../lib/use-statement.ts'
import { lotLabels } from '../texts.ts'
import classes from './credits.module.css'

function Lots() {
  const statement = useStatement()
  const lots = statement.data?.pages[0]?.lots
  if (statement.isError) {
    return (
      <ErrorState
        what="Where they come from could not be loaded."
        onRetry={() => void statement.refetch()}
      />
    )
  }
  if (!lots) return <Skeleton height={64} mt="md" />
  return (
    <ul className={`${classes.lots} tabular`}>
      {lots
        .filter(({ remaining }) => remaining > 0)
        .map(({ id, kind, remaining, expires_at }) => (
          <li key={id}>
            <span>{lotLabels[kind]}</span>
            <strong>{formatNumber(remaining)}</strong>
            <Text size="xs" c="dimmed" className={classes.expiry}>
              {expires_at === null ? 'never expire' : `through ${formatLastDay(expires_at)}`}
            </Text>
          </li>
        ))}
    </ul>
  )
}

function PlanLine({ plan }: { plan: Me['plan'] }) {
  return (
    <Text size="xs" c="dimmed" mt="md">
      Plan: <strong>{plan.name}</strong>
      {plan.cancel_at === null &&
        plan.renews_at !== null &&
        `, renews on ${formatDay(plan.renews_at)}`}
      {plan.cancel_at !== null && `, ends on ${formatDay(plan.cancel_at)}`}.{' '}
      <Anchor component={Link} to={paths.billing.link()} inherit>
        Billing
      </Anchor>
    </Text>
  )
}

/**
 * How many credits, where they come from, and until when.
 * @param withPlan also the plan, with the way to the billing page
 */
export function Balance({ withPlan = true }: { withPlan?: boolean }) {
  const { me, isPaid } = useSession()
  const { show } = useDialogs()
  if (!me) return null
  return (
    <Card component="section" padding="lg" aria-labelledby="balance">
      <Title order={2} fz="md" id="balance">
        Credits
      </Title>
      <Group justify="space-between" align="end" mt="xs">
        <div className="tabular">
          <span className={classes.balance}>{formatNumber(me.credits)}</span>
          {me.credits_held > 0 && (
            <Text c="dimmed">and {formatCredits(me.credits_held)} reserved</Text>
          )}
        </div>
        <Button variant="default" onClick={() => show(isPaid ? 'credits' : 'upgrade')}>
          {isPaid ? 'Buy Credits' : 'Upgrade'}
        </Button>
      </Group>
      <Lots />
      {withPlan && <PlanLine plan={me.plan} />}
    </Card>
  )
}
