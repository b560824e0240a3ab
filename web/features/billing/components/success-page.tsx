import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useSite } from '#web/lib/site.ts'
import { takeFocus } from '#web/lib/take-focus.ts'
import { readWayBack } from '#web/lib/way-back.ts'
import { Page } from '#web/ui/page.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { planAndPeriod } from '#web/lib/plan-text.ts'
import { useCheckoutResult } from '../lib/use-checkout-result.ts'
import classes from './billing.module.css'
import { useTexts } from '../texts.ts'

/** Tells what became of the payment; the keyboard and the screen reader go there. */
function Message({ title, text, ways }: { title: string; text: ReactNode; ways: ReactNode }) {
  return (
    <>
      <Title order={1} tabIndex={-1} ref={takeFocus} style={{ outline: 'none' }}>
        {title}
      </Title>
      <Text mt="md" className="tabular">
        {text}
      </Text>
      <Group mt="lg" gap="xs">
        {ways}
      </Group>
    </>
  )
}

function BillingButton() {
  const t = useTexts()
  return (
    <Button component={Link} to={paths.billing.link()} variant="default">
      {t('successPage.billing')}
    </Button>
  )
}

function PricingButton() {
  const t = useTexts()
  return (
    <Button component={Link} to={paths.pricing.link()}>
      {t('successPage.seePlans')}
    </Button>
  )
}

function Outcome({ session }: { session: string }) {
  const t = useTexts()
  const { site } = useSite()
  const checkout = useCheckoutResult(session)
  const answer = checkout.data
  if (answer === null) {
    return (
      <Message
        title={t('successPage.unknown')}
        text={t('successPage.unknownHint')}
        ways={<BillingButton />}
      />
    )
  }
  if (checkout.isError && !answer) {
    return <ErrorState what={t('successPage.loadFailed')} onRetry={() => void checkout.refetch()} />
  }
  if (!answer) {
    return (
      <Stack gap="md" role="status" aria-label={t('successPage.loading')}>
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
        title={t('successPage.paymentReceived')}
        text={
          <>
            {t.rich('successPage.thanks', {
              credits: answer.credits,
              plan: planAndPeriod(name, period),
              b: <strong />,
            })}
          </>
        }
        ways={
          <>
            <Button component={Link} to={wayBack ?? site.defaultLoggedInLanding}>
              {wayBack === null ? t('successPage.startCreating') : t('successPage.continue')}
            </Button>
            <BillingButton />
          </>
        }
      />
    )
  }
  if (answer.status === 'open') {
    return (
      <Message
        title={t('successPage.pending')}
        text={t('successPage.pendingHint')}
        ways={
          <>
            <PricingButton />
            <BillingButton />
          </>
        }
      />
    )
  }
  return (
    <Message
      title={t('successPage.thisCheckoutHasExpired')}
      text={t('successPage.nothingWasCharged')}
      ways={
        <>
          <PricingButton />
          <BillingButton />
        </>
      }
    />
  )
}

/** Where the payment page leads back to: what became of the payment, as the provider has it now. */
export function SuccessPage({ session }: { session: string | null }) {
  const t = useTexts()
  return (
    <Page width="text">
      <div aria-live="polite" className={classes.touch}>
        {session === null ? (
          <Message
            title={t('successPage.unknown')}
            text={t('successPage.noSession')}
            ways={<BillingButton />}
          />
        ) : (
          <Outcome session={session} />
        )}
      </div>
    </Page>
  )
}
