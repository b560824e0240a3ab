import { Button, Group, Text, Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { PlanChoice } from '#contract/billing.ts'
import type { Answer } from '#contract/endpoint.ts'
import { paths } from '#web/app/paths.ts'
import type { api } from '#web/lib/api.ts'
import { formatCredits, formatDay } from '#web/lib/format.ts'
import { useSession } from '#web/lib/session.ts'
import { useSite } from '#web/lib/site.ts'
import { useBilling } from '../lib/use-billing.ts'
import { usePortal } from '../lib/use-portal.ts'
import { planAndPeriod, texts } from '../texts.ts'
import classes from './billing.module.css'

type Result = Answer<typeof api.billing.change>

/** Moves the keyboard and the screen reader to what has taken the page's place. */
function useArrival() {
  const ref = useRef<HTMLHeadingElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return ref
}

function Changed({ choice }: { choice: PlanChoice }) {
  const { me } = useSession()
  const { site } = useSite()
  const ref = useArrival()
  return (
    <>
      <Title order={1} ref={ref} tabIndex={-1}>
        You are on {planAndPeriod(choice.plan, choice.period)}
      </Title>
      <Text mt="md" className="tabular">
        The payment went through{me && `, and you have ${formatCredits(me.credits)} now`}.
      </Text>
      <Group mt="lg" gap="xs">
        <Button component={Link} to={site.defaultLoggedInLanding}>
          Start creating
        </Button>
        <Button component={Link} to={paths.billing.link()} variant="default">
          Billing
        </Button>
      </Group>
    </>
  )
}

function Scheduled({ choice, at }: { choice: PlanChoice; at: string | undefined }) {
  const ref = useArrival()
  return (
    <>
      <Title order={1} ref={ref} tabIndex={-1}>
        Your change is set
      </Title>
      <Text mt="md">
        {planAndPeriod(choice.plan, choice.period)} starts
        {at === undefined ? ' at the end of the paid period' : ` on ${formatDay(at)}`}. Nothing was
        charged today, and until then you can take it back.
      </Text>
      <Group mt="lg" gap="xs">
        <Button component={Link} to={paths.billing.link()}>
          Billing
        </Button>
      </Group>
    </>
  )
}

function PaymentPending({ url }: { url: string | null }) {
  const ref = useArrival()
  const { open, isOpening } = usePortal()
  return (
    <>
      <Title order={1} ref={ref} tabIndex={-1}>
        The payment is not through yet
      </Title>
      <Text mt="md">
        Your bank wants you to confirm it, or the card was declined. Until it is paid nothing
        changes: your plan and your credits are as they were.
      </Text>
      <Group mt="lg" gap="xs">
        {url !== null && (
          <Button component="a" href={url}>
            Complete the payment
          </Button>
        )}
        <Button variant="default" loading={isOpening} onClick={open}>
          {texts.updateBilling}
        </Button>
        <Button component={Link} to={paths.billing.link()} variant="subtle" color="gray">
          Not now
        </Button>
      </Group>
    </>
  )
}

/** What became of a change of plan; follows a payment that is completed elsewhere. */
export function ChangeResult({ choice, result }: { choice: PlanChoice; result: Result }) {
  const { data: billing } = useBilling()
  const state = billing ?? result.billing
  const isThere = state.plan === choice.plan && state.period === choice.period
  return (
    <div className={classes.touch}>
      {result.status === 'scheduled' && <Scheduled choice={choice} at={state.scheduled?.at} />}
      {result.status === 'payment_pending' && !isThere && <PaymentPending url={result.url} />}
      {(result.status === 'changed' || (result.status === 'payment_pending' && isThere)) && (
        <Changed choice={choice} />
      )}
    </div>
  )
}
