import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#web/app/paths.ts'
import { ApiError } from '#web/lib/api.ts'
import { formatCredits } from '#web/lib/format.ts'
import { useSite } from '#web/lib/site.ts'
import { readWayBack } from '#web/lib/way-back.ts'
import { Page } from '#web/ui/page.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { planAndPeriod } from '#web/lib/plan-text.ts'
import { useCheckoutResult } from '../lib/use-checkout-result.ts'
import classes from './billing.module.css'

function Message({ title, text, ways }: { title: string; text: ReactNode; ways: ReactNode }) {
  return (
    <>
      <Title order={1}>{title}</Title>
      <Text mt="md" className="tabular">
        {text}
      </Text>
      <Group mt="lg" gap="xs">
        {ways}
      </Group>
    </>
  )
}

const billingButton = (
  <Button component={Link} to={paths.billing.link()} variant="default">
    Billing
  </Button>
)
const pricingButton = (
  <Button component={Link} to={paths.pricing.link()}>
    Back to the prices
  </Button>
)

function Outcome({ session }: { session: string }) {
  const { site } = useSite()
  const checkout = useCheckoutResult(session)
  const answer = checkout.data
  if (checkout.isError && !answer) {
    if (checkout.error instanceof ApiError && checkout.error.status === 404) {
      return (
        <Message
          title="We do not know this payment"
          text="The link is not complete, or it belongs to another account."
          ways={billingButton}
        />
      )
    }
    return (
      <ErrorState
        what="We could not read the payment. If you paid, your credits come by themselves; nothing is charged twice."
        onRetry={() => void checkout.refetch()}
      />
    )
  }
  if (!answer) {
    return (
      <Stack gap="md" role="status" aria-label="Reading your payment">
        <Skeleton height={36} width={260} />
        <Skeleton height={24} />
        <Skeleton height={40} width={200} />
      </Stack>
    )
  }
  if (answer.status === 'paid') {
    const { name, period } = answer.plan
    const wayBack = readWayBack()
    return (
      <Message
        title="Payment received"
        text={
          <>
            Thank you. You have <strong>{formatCredits(answer.credits)}</strong> and are on the{' '}
            <strong>{planAndPeriod(name, period)}</strong> plan. The payment is listed on the
            billing page.
          </>
        }
        ways={
          <>
            <Button component={Link} to={wayBack ?? site.defaultLoggedInLanding}>
              {wayBack === null ? 'Start creating' : 'Go on where you were'}
            </Button>
            {billingButton}
          </>
        }
      />
    )
  }
  if (answer.status === 'open') {
    return (
      <Message
        title="The payment is not complete yet"
        text="Some ways of paying take a moment. This page looks again by itself, and you may close it: what you bought comes as soon as it is paid. If you left the payment page, nothing was charged."
        ways={
          <>
            {pricingButton}
            {billingButton}
          </>
        }
      />
    )
  }
  return (
    <Message
      title="This checkout has expired"
      text="Nothing was charged."
      ways={
        <>
          {pricingButton}
          {billingButton}
        </>
      }
    />
  )
}

/** Where the payment page leads back to: what became of the payment, as the provider has it now. */
export function SuccessPage({ session }: { session: string | null }) {
  return (
    <Page width="text">
      <div aria-live="polite" className={classes.touch}>
        {session === null ? (
          <Message
            title="We do not know this payment"
            text="The link is not complete."
            ways={billingButton}
          />
        ) : (
          <Outcome session={session} />
        )}
      </div>
    </Page>
  )
}
