import { Anchor, Box, Button, Group, Text, Title, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { PromotionOffer } from '#contract/promotions.ts'
import { paths } from '#contract/paths.ts'
import { planLabel } from '#web/lib/plan-text.ts'
import { nextPathOf } from '#web/lib/safe-path.ts'
import { useSession } from '#web/lib/session.ts'
import { Page } from '#web/ui/page.tsx'
import { type Choice, choiceOf } from '../lib/choice.ts'
import { useBilling } from '../lib/use-billing.ts'
import { useImagePrice } from '../lib/use-image-price.ts'
import { type Plans, usePaymentsMode, usePlans } from '../lib/use-plans.ts'
import { usePortal } from '../lib/use-portal.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { PackCards } from './pack-cards.tsx'
import { PaymentsNotice } from './payments-notice.tsx'
import { PlanCards } from './plan-cards.tsx'
import classes from './pricing.module.css'
import { useTexts } from './texts.ts'

const MONTH_END = [
  'monthEnd.plan',
  'monthEnd.packs',
  'monthEnd.changes',
  'monthEnd.credit',
] as const
const loadDueNotice = () =>
  import('../components/due-notice.tsx').then(({ DueNotice }) => DueNotice)
const loadPromotionField = () =>
  import('../promotion/promotion-field.tsx').then(({ PromotionField }) => PromotionField)
const TERMS = ['terms.renewal', 'terms.taxes', 'terms.refunds'] as const

function AccountLine() {
  const t = useTexts()
  const { me, isLoggedIn } = useSession()
  if (!isLoggedIn || !me) return <Text>{t('pricingPage.signedOut')}</Text>
  return (
    <Text className="tabular">
      {t.rich('pricingPage.planBilling', {
        plan: planLabel(me.plan.name).toUpperCase(),
        credits: me.credits,
        b: <strong />,
        link: <Anchor component={Link} to={paths.billing.link()} inherit />,
      })}
    </Text>
  )
}

function AccountButtons({ next }: { next: string | null }) {
  const t = useTexts()
  const { isLoggedIn, isPaid } = useSession()
  const { open, isOpening } = usePortal()
  const isOff = usePaymentsMode() === 'off'
  return (
    <>
      {isPaid && (
        <Button variant="default" size="sm" loading={isOpening} disabled={isOff} onClick={open}>
          {t('pricingPage.updateBilling')}
        </Button>
      )}
      {isLoggedIn && !isPaid && next !== null && (
        <Button component={Link} to={next} variant="default" size="sm">
          {t('pricingPage.skip')}
        </Button>
      )}
    </>
  )
}

/** What is sold here, and on what terms. */
function Offers({ plans, chosen }: { plans: Plans; chosen: Choice | null }) {
  const t = useTexts()
  const image = useImagePrice()
  const { canBuy } = useSession()
  const [promotion, setPromotion] = useState<PromotionOffer | null>(null)
  return (
    <>
      {plans.payments !== 'off' && canBuy && (
        <Box mb="sm" mih={36}>
          <Deferred load={loadPromotionField} props={{ promotion, onChange: setPromotion }} />
        </Box>
      )}
      <section aria-labelledby="plans">
        <VisuallyHidden component="h2" id="plans">
          {t('pricingPage.plans')}
        </VisuallyHidden>
        <PlanCards offers={plans.plans} chosen={chosen} promotion={promotion} />
      </section>
      <section className={classes.section} aria-labelledby="month-end">
        <Title order={2} id="month-end">
          {t('pricingPage.whatHappensAtTheEnd')}
        </Title>
        <ul className={classes.points}>
          {MONTH_END.map((key) => (
            <li key={key}>{t(key, { image })}</li>
          ))}
        </ul>
      </section>
      <section className={classes.section} aria-labelledby="terms">
        <Title order={2} id="terms">
          {t('pricingPage.renewalTaxesAndRefunds')}
        </Title>
        <ul className={classes.points}>
          {TERMS.map((key) => (
            <li key={key}>{t(key)}</li>
          ))}
        </ul>
      </section>
      <section className={classes.section} aria-labelledby="packs">
        <Title order={2} id="packs">
          {t('packs.title')}
        </Title>
        <Text c="dimmed" mt="xs">
          {t('packs.note', { image })}
        </Text>
        <PackCards packs={plans.packs} chosen={chosen} promotion={promotion} />
      </section>
    </>
  )
}

/** Plans, what happens at the month's end, credit packs, and questions. */
export function PricingPage({ initialPlans, faq }: { initialPlans: Plans; faq: ReactNode }) {
  const t = useTexts()
  const { isPaid } = useSession()
  const { data: plans = initialPlans } = usePlans(initialPlans)
  const { data: billing } = useBilling({ enabled: isPaid })
  const [search] = useSearchParams()
  const chosen = choiceOf(search)
  return (
    <Page>
      <Title order={1}>{t('pricingPage.heading')}</Title>
      <Group mt="md" mb="lg" gap="md">
        <AccountLine />
        <AccountButtons next={nextPathOf(search)} />
      </Group>
      {billing?.payment_due && (
        <Box mb="lg">
          <Deferred load={loadDueNotice} props={{ billing }} />
        </Box>
      )}
      <PaymentsNotice />
      {plans.plans.length > 0 && <Offers plans={plans} chosen={chosen} />}
      <section className={classes.section} aria-label={t('pricingPage.questionsAndAnswers')}>
        {faq}
      </section>
    </Page>
  )
}
