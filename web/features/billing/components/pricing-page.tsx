import { Button, Group, Text, Title, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { formatCredits } from '#web/lib/format.ts'
import { nextPathOf } from '#web/lib/safe-path.ts'
import { useSession } from '#web/lib/session.ts'
import { Page } from '#web/ui/page.tsx'
import { type Plans, usePlans } from '../lib/use-plans.ts'
import { texts } from '../texts.ts'
import { PackCards } from './pack-cards.tsx'
import { PaymentsNote } from './payments-note.tsx'
import { PlanCards } from './plan-cards.tsx'
import classes from './pricing.module.css'

function AccountLine() {
  const { me, isLoggedIn } = useSession()
  if (!isLoggedIn || !me) return <Text>{texts.signedOut}</Text>
  return (
    <Text className="tabular">
      <strong>{me.plan.name.toUpperCase()}</strong> plan, {formatCredits(me.credits)}
    </Text>
  )
}

/** Plans, questions and credit packs. */
export function PricingPage({ initialPlans, faq }: { initialPlans: Plans; faq: ReactNode }) {
  const { isLoggedIn, isPaid } = useSession()
  const { data: plans = initialPlans } = usePlans(initialPlans)
  const [search] = useSearchParams()
  const next = nextPathOf(search)
  return (
    <Page>
      <Title order={1}>{texts.heading}</Title>
      <Group mt="md" mb="lg" gap="md">
        <AccountLine />
        {isPaid && (
          <Button variant="default" size="sm" disabled aria-describedby="payments-note">
            {texts.updateBilling}
          </Button>
        )}
        {isLoggedIn && !isPaid && next !== null && (
          <Button component={Link} to={next} variant="default" size="sm">
            {texts.skip}
          </Button>
        )}
      </Group>
      <Group mb="lg">
        <PaymentsNote />
      </Group>
      <section aria-labelledby="plans">
        <VisuallyHidden component="h2" id="plans">
          Plans
        </VisuallyHidden>
        <PlanCards offers={plans.plans} />
      </section>
      <section className={classes.section} aria-labelledby="packs">
        <Title order={2} id="packs">
          {texts.packs}
        </Title>
        <Text c="dimmed" mt="xs">
          {texts.packsNote}
        </Text>
        <PackCards packs={plans.packs} />
      </section>
      <section className={classes.section} aria-label="Questions and answers">
        {faq}
      </section>
    </Page>
  )
}
