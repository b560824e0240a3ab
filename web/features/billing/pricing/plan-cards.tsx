import { Anchor, Badge, Button, Card, Group, Text, Title, VisuallyHidden } from '@mantine/core'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import type { PlanOffer } from '#contract/plans-and-prices.ts'
import type { PromotionOffer } from '#contract/promotions.ts'
import type { PlanPeriod } from '#contract/users.ts'
import { paths } from '#contract/paths.ts'
import { formatUtcDay } from '#web/lib/format.ts'
import { useSession } from '#web/lib/session.ts'
import { type Choice, keyOf } from '../lib/choice.ts'
import { largestDiscount, planPricePerImage, shownPrice } from '../lib/prices.ts'
import { suggestedPlan } from '../lib/suggested-plan.ts'
import { useBilling } from '../lib/use-billing.ts'
import { promotedPrice } from '../lib/promoted-price.ts'
import { useBuyObstacle } from '../lib/use-buy-obstacle.ts'
import { useCheckout } from '../lib/use-checkout.ts'
import { useImagePrice } from '../lib/use-image-price.ts'
import { useShowChosen, useShowCurrent } from '../lib/use-show-chosen.ts'
import { FeatureList } from './feature-list.tsx'
import { PromotionPrice } from './promotion-price.tsx'
import { PeriodToggle } from './period-toggle.tsx'
import classes from './pricing.module.css'
import { TALL_BUTTON } from './tall-button.ts'
import { useTexts } from './texts.ts'

function Price({ offer, period }: { offer: PlanOffer; period: PlanPeriod }) {
  const t = useTexts()
  const image = useImagePrice()
  const price = shownPrice(offer, period)
  return (
    <div className="tabular">
      <Group gap="xs" mt="sm" align="baseline">
        <span className={classes.price}>{price.perMonth}</span>
        <Text c="dimmed">{t('planCards.aMonth')}</Text>
      </Group>
      <Group gap="xs" mih={26}>
        {price.original !== null && price.discount !== null && (
          <>
            <Text c="dimmed" td="line-through">
              <VisuallyHidden>{t('planCards.withoutTheDiscount')} </VisuallyHidden>
              {price.original}
            </Text>
            <Badge variant="light" color="green">
              {t('planCards.discount', { percent: price.discount })}
            </Badge>
          </>
        )}
      </Group>
      <Text size="xs" c="dimmed" mt={4}>
        {price.perYear === null
          ? t('planCards.paidMonthly')
          : t('planCards.paidYearly', { price: price.perYear })}
        <br />
        {t('planCards.perImage', { price: planPricePerImage(offer, period, image) })}
      </Text>
    </div>
  )
}

/** What the signed-in person should know about this plan in this period, or null. */
function usePlanNote(offer: PlanOffer, period: PlanPeriod): string | null {
  const t = useTexts()
  const { me, isPaid } = useSession()
  const { data: billing } = useBilling({ enabled: isPaid })
  if (!me || !isPaid) return null
  const scheduled = billing?.scheduled
  if (scheduled?.plan === offer.plan && scheduled.period === period) {
    return t('planCards.starts', { day: formatUtcDay(scheduled.at) })
  }
  if (me.plan.name !== offer.plan || me.plan.period !== period) return null
  if (scheduled) return t('planCards.until', { day: formatUtcDay(scheduled.at) })
  return me.plan.cancel_at === null
    ? null
    : t('planCards.ends', { day: formatUtcDay(me.plan.cancel_at) })
}

function PlanCard({
  offer,
  period,
  chosen,
  isSuggested,
  promotion,
}: {
  offer: PlanOffer
  period: PlanPeriod
  chosen: boolean
  promotion: PromotionOffer | null
  /** Whether its button stands out. */
  isSuggested: boolean
}) {
  const t = useTexts()
  const { me, isPaid } = useSession()
  const { buy, isBuying, isBusy } = useCheckout()
  const titleId = useId()
  const note = usePlanNote(offer, period)
  const obstacle = useBuyObstacle()
  const choiceRef = useShowChosen(chosen)
  const choice: Choice = { kind: 'plan', plan: offer.plan, period }
  const promoted = promotedPrice(promotion, choice)
  const isCurrent = me?.plan.name === offer.plan && me.plan.period === period
  const cardRef = useShowCurrent(isPaid && isCurrent)
  return (
    <Card
      component="li"
      ref={cardRef}
      padding="lg"
      className={classes.card}
      data-popular={offer.popular || undefined}
      data-chosen={chosen || undefined}
    >
      <Group justify="space-between" mih={26} gap="xs">
        <Title order={3} id={titleId}>
          {offer.plan_name}
        </Title>
        <Group gap={6}>
          {chosen && !isCurrent && (
            <Badge variant="light" color="green">
              {t('planCards.yourChoice')}
            </Badge>
          )}
          {offer.popular && <Badge>{t('plans.mostPopular')}</Badge>}
        </Group>
      </Group>
      <Price offer={offer} period={period} />
      {promoted && <PromotionPrice {...promoted} />}
      <Button
        ref={choiceRef}
        mt="md"
        fullWidth
        {...TALL_BUTTON}
        disabled={isCurrent || obstacle !== null || (isBusy && !isBuying(choice))}
        loading={isBuying(choice)}
        variant={isSuggested || chosen ? 'filled' : 'default'}
        aria-describedby={titleId}
        onClick={() => buy(choice, promoted?.promotion.code)}
      >
        {isCurrent && t('planButton.current')}
        {!isCurrent && t(obstacle === null ? 'planButton.subscribe' : `buyButton.${obstacle}`)}
      </Button>
      {note !== null && (
        <Text size="xs" mt="xs">
          {note}{' '}
          <Anchor component={Link} to={paths.billing.link()} inherit>
            {t('planCards.changeOrUndo')}
          </Anchor>
        </Text>
      )}
      <FeatureList features={offer.features} />
    </Card>
  )
}

/**
 * The plans with their billing toggle.
 * @param chosen what somebody chose before signing in; it is shown and at hand
 * @param promotion what a code takes off
 */
export function PlanCards({
  offers,
  chosen = null,
  promotion = null,
}: {
  offers: PlanOffer[]
  chosen?: Choice | null
  promotion?: PromotionOffer | null
}) {
  const { me } = useSession()
  const [period, setPeriod] = useState<PlanPeriod>(
    chosen?.kind === 'plan' ? chosen.period : (me?.plan.period ?? 'yearly'),
  )
  const chosenKey = chosen && keyOf(chosen)
  const suggested = suggestedPlan(offers, me?.plan ?? null, period)
  return (
    <>
      <PeriodToggle period={period} discount={largestDiscount(offers)} onChange={setPeriod} />
      <ul className={classes.cards}>
        {offers.map((offer) => (
          <PlanCard
            key={offer.plan}
            offer={offer}
            period={period}
            isSuggested={offer.plan === suggested}
            promotion={promotion}
            chosen={chosenKey === keyOf({ kind: 'plan', plan: offer.plan, period })}
          />
        ))}
      </ul>
    </>
  )
}
