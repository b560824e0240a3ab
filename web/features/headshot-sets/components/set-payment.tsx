import { Alert, Anchor, Button, Text } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'
import type { HeadshotRun } from '#contract/headshot-runs.ts'
import { HEADSHOT_SET } from '#contract/values/headshot-runs.ts'
import { paths } from '#contract/paths.ts'
import { formatMoney, formatTime } from '#web/lib/format.ts'
import { useArrival } from '../api/use-arrival.ts'
import { useTexts } from '../texts.ts'

type Payment = NonNullable<HeadshotRun['payment']>

/** What a set that is paid by card waits for, or how its payment stands; nothing for one paid by credits. */
export function SetPayment({ run }: { run: HeadshotRun }) {
  const { payment, status } = run
  if (payment === null) return null
  if (status === 'unpaid') return <Unpaid run={run} payment={payment} />
  if (status === 'expired') return <Expired run={run} />
  return <Paid run={run} payment={payment} />
}

/** Whoever comes back from the provider's page brings the name of the checkout along. */
function Unpaid({ run, payment }: { run: HeadshotRun; payment: Payment }) {
  const t = useTexts()
  const [search] = useSearchParams()
  const session = search.get('session_id')
  useArrival(run.id, session)
  if (session !== null) {
    return (
      <Text role="status" mb="lg">
        {t('payment.arriving')}
      </Text>
    )
  }
  return (
    <Alert role="status" color="blue" mb="lg" title={t('state.unpaid')}>
      <Text mb="sm">{t('payment.nothingYet')}</Text>
      {payment.url === null ? (
        <OrderAgain run={run} />
      ) : (
        <Button component="a" href={payment.url}>
          {t('payment.pay', { amount: formatMoney(payment.amount, payment.currency) })}
        </Button>
      )}
    </Alert>
  )
}

function Expired({ run }: { run: HeadshotRun }) {
  const t = useTexts()
  return (
    <Alert role="status" color="gray" mb="lg" title={t('state.expired')}>
      {t('payment.expired')} <OrderAgain run={run} />
    </Alert>
  )
}

/** The photos are still there. */
function OrderAgain({ run: { lora_training: studio } }: { run: HeadshotRun }) {
  const t = useTexts()
  return (
    <Anchor
      component={Link}
      inherit
      to={`${paths.createHeadshotSet.link()}?studio=${encodeURIComponent(studio)}`}
    >
      {t('payment.again')}
    </Anchor>
  )
}

function Paid({ run: { shots, status }, payment }: { run: HeadshotRun; payment: Payment }) {
  const t = useTexts()
  const { passed, verdict, judged_at: until, currency, refunded } = payment
  const amount = formatMoney(payment.amount, currency)
  const count = shots.length
  if (verdict === 'returned') {
    return (
      <Alert role="status" color="yellow" mb="lg" title={t('payment.returnedTitle')}>
        {refunded >= payment.amount
          ? t('payment.refunded', { amount })
          : t('payment.returning', { amount })}
      </Alert>
    )
  }
  return (
    <>
      {status === 'paid' && (
        <Text role="status" mb="xs">
          {t('state.paid')}
        </Text>
      )}
      <Text size="sm" c="dimmed" mb="lg">
        {verdict === 'kept' || until === null
          ? t('payment.kept', { amount, passed, count })
          : t('payment.promise', {
              amount,
              passed,
              count,
              needed: Math.ceil((HEADSHOT_SET.passPercent * count) / 100),
              time: formatTime(until),
            })}
      </Text>
    </>
  )
}
