import { Anchor, Box, Button, Group, List, Text, Title, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { paths } from '#web/app/paths.ts'
import { formatCredits } from '#web/lib/format.ts'
import { nextPathOf } from '#web/lib/safe-path.ts'
import { useSession } from '#web/lib/session.ts'
import { Page } from '#web/ui/page.tsx'
import { type Choice, choiceOf } from '../lib/choice.ts'
import { useBilling } from '../lib/use-billing.ts'
import { type Plans, usePaymentsMode, usePlans } from '../lib/use-plans.ts'
import { usePortal } from '../lib/use-portal.ts'
import { texts } from '../texts.ts'
import { DueNotice } from './due-notice.tsx'
import { PackCards } from './pack-cards.tsx'
import { PaymentsNotice } from './payments-notice.tsx'
import { PlanCards } from './plan-cards.tsx'
import classes from './pricing.module.css'

function AccountLine() {
  const { me, isLoggedIn } = useSession()
  if (!isLoggedIn || !me) return <Text>{texts.signedOut}</Text>
  return (
    <Text className="tabular">
      <strong>{me.plan.name.toUpperCase()}</strong> plan, {formatCredits(me.credits)}.{' '}
      <Anchor component={Link} to={paths.billing.link()} inherit>
        Billing
      </Anchor>
    </Text>
  )
}

function AccountButtons({ next }: { next: string | null }) {
  const { isLoggedIn, isPaid } = useSession()
  const { open, isOpening } = usePortal()
  const isOff = usePaymentsMode() === 'off'
  return (
    <>
      {isPaid && (
        <Button variant="default" size="sm" loading={isOpening} disabled={isOff} onClick={open}>
          {texts.updateBilling}
        </Button>
      )}
      {isLoggedIn && !isPaid && next !== null && (
        <Button component={Link} to={next} variant="default" size="sm">
          {texts.skip}
        </Button>
      )}
    </>
  )
}

/** What is sold here, and on what terms. */
function Offers({ plans, chosen }: { plans: Plans; chosen: Choice | null }) {
  return (
    <>
      <section aria-labelledby="plans">
        <VisuallyHidden component="h2" id="plans">
          Plans
        </VisuallyHidden>
        <PlanCards offers={plans.plans} chosen={chosen} />
      </section>
      <section className={classes.section} aria-labelledby="month-end">
        <Title order={2} id="month-end">
          What happens at the end of the month
        </Title>
        <List mt="md" spacing="xs" maw="68ch" size="sm">
          {texts.monthEnd.map((text) => (
            <List.Item key={text}>{text}</List.Item>
          ))}
        </List>
      </section>
      <section className={classes.section} aria-labelledby="terms">
        <Title order={2} id="terms">
          Renewal, taxes and refunds
        </Title>
        <List mt="md" spacing="xs" maw="68ch" size="sm">
          {texts.terms.map((text) => (
            <List.Item key={text}>{text}</List.Item>
          ))}
        </List>
      </section>
      <section className={classes.section} aria-labelledby="packs">
        <Title order={2} id="packs">
          {texts.packs}
        </Title>
        <Text c="dimmed" mt="xs">
          {texts.packsNote}
        </Text>
        <PackCards packs={plans.packs} chosen={chosen} />
      </section>
    </>
  )
}

/** Plans, what happens at the month's end, credit packs, and questions. */
export function PricingPage({ initialPlans, faq }: { initialPlans: Plans; faq: ReactNode }) {
  const { isPaid } = useSession()
  const { data: plans = initialPlans } = usePlans(initialPlans)
  const { data: billing } = useBilling({ enabled: isPaid })
  const [search] = useSearchParams()
  const chosen = choiceOf(search)
  return (
    <Page>
      <Title order={1}>{texts.heading}</Title>
      <Group mt="md" mb="lg" gap="md">
        <AccountLine />
        <AccountButtons next={nextPathOf(search)} />
      </Group>
      {billing?.payment_due && (
        <Box mb="lg">
          <DueNotice billing={billing} />
        </Box>
      )}
      <PaymentsNotice />
      {plans.plans.length > 0 && <Offers plans={plans} chosen={chosen} />}
      <section className={classes.section} aria-label="Questions and answers">
        {faq}
      </section>
    </Page>
  )
}
