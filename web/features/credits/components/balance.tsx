import { Anchor, Button, Card, Group, Skeleton, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { Me } from '#contract/users.ts'
import { paths } from '#contract/paths.ts'
import { useDialogs } from '#web/lib/dialogs.ts'
import { formatUtcDay, formatLastDay, formatNumber } from '#web/lib/format.ts'
import { planLabel } from '#web/lib/plan-text.ts'
import { useSession } from '#web/lib/session.ts'
import { ErrorState } from '#web/ui/states.tsx'
import { useStatement } from '../lib/use-statement.ts'
import classes from './credits.module.css'
import { useTexts } from '../texts.ts'

function Lots() {
  const t = useTexts()
  const statement = useStatement()
  const lots = statement.data?.pages[0]?.lots
  if (statement.isError) {
    return <ErrorState what={t('balance.loadFailed')} onRetry={() => void statement.refetch()} />
  }
  if (!lots) return <Skeleton height={64} mt="md" />
  return (
    <ul className={`${classes.lots} tabular`}>
      {lots
        .filter(({ remaining }) => remaining > 0)
        .map(({ id, kind, remaining, expires_at }) => (
          <li key={id}>
            <span>{t(`lot.${kind}`)}</span>
            <strong>{formatNumber(remaining)}</strong>
            <Text size="xs" c="dimmed" className={classes.expiry}>
              {expires_at === null
                ? t('balance.neverExpire')
                : t('balance.through', { day: formatLastDay(expires_at) })}
            </Text>
          </li>
        ))}
    </ul>
  )
}

function courseOf({ cancel_at, renews_at }: Me['plan']): 'ends' | 'renews' | 'stays' {
  if (cancel_at !== null) return 'ends'
  return renews_at === null ? 'stays' : 'renews'
}

function PlanLine({ plan }: { plan: Me['plan'] }) {
  const t = useTexts()
  const courseDay = plan.cancel_at ?? plan.renews_at
  return (
    <Text size="xs" c="dimmed" mt="md">
      {t.rich('balance.plan', {
        course: courseOf(plan),
        day: courseDay === null ? '' : formatUtcDay(courseDay),
        plan: planLabel(plan.name),
        b: <strong />,
      })}{' '}
      <Anchor component={Link} to={paths.billing.link()} inherit>
        {t('balance.billing')}
      </Anchor>
    </Text>
  )
}

/**
 * How many credits, where they come from, and until when.
 * @param withPlan also the plan, with the way to the billing page
 */
export function Balance({ withPlan = true }: { withPlan?: boolean }) {
  const t = useTexts()
  const { me, isPaid, canBuy } = useSession()
  const { show } = useDialogs()
  if (!me) return null
  return (
    <Card component="section" padding="lg" aria-labelledby="balance">
      <Title order={2} fz="md" id="balance">
        {t('balance.credits')}
      </Title>
      <Group justify="space-between" align="end" mt="xs">
        <div className="tabular">
          <span className={classes.balance}>{formatNumber(me.credits)}</span>
          {me.credits_held > 0 && (
            <Text c="dimmed">{t('balance.andReserved', { held: me.credits_held })}</Text>
          )}
        </div>
        {canBuy && (
          <Button variant="default" onClick={() => show(isPaid ? 'credits' : 'upgrade')}>
            {isPaid ? t('balance.buyCredits') : t('balance.upgrade')}
          </Button>
        )}
      </Group>
      <Lots />
      {withPlan && <PlanLine plan={me.plan} />}
    </Card>
  )
}
