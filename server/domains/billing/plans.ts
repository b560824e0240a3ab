import type { CreditPack, PlanOffer, UnsaidPlanOffer } from '#contract/plans-and-prices.ts'
import type { Feature } from '#contract/features.ts'
import type { PlanName, PlanPeriod } from '#contract/users.ts'
import { t } from '#server/texts/index.ts'
import { MONTHS } from './credit-months.ts'
import { fromPrices } from './price-list.ts'

export type PaidPlan = Exclude<PlanName, 'free'>

export interface PlanLimits {
  /** Jobs of one user that are pending or running together. */
  queue: number
  /** Jobs of one user that run at once. */
  running: number
  /** Their share where many wait, compared with others. */
  weight: number
}

interface PlanTerms extends PlanLimits {
  label: string
  /** Dollars a month, and a year at the discount (percent). */
  price: PlanOffer['price']
  popular: boolean
  creditsAMonth: number
  /** Models trainable a credit month. */
  models: number
  proUpscale: boolean
  prioritySupport: boolean
}

/** Price and credits of each paid plan by the program's own prices. */
const OWN_TERMS: Record<PaidPlan, PlanTerms> = {
  basic: {
    label: 'Basic',
    price: { monthly: 12, yearly: 79.2, yearlyDiscount: 45 },
    popular: false,
    creditsAMonth: 2000,
    models: 0,
    queue: 6,
    running: 1,
    weight: 2,
    proUpscale: false,
    prioritySupport: false,
  },
  starter: {
    label: 'Starter',
    price: { monthly: 29, yearly: 208.8, yearlyDiscount: 40 },
    popular: true,
    creditsAMonth: 5000,
    models: 2,
    queue: 10,
    running: 2,
    weight: 2,
    proUpscale: true,
    prioritySupport: false,
  },
  hobby: {
    label: 'Hobby',
    price: { monthly: 49, yearly: 352.8, yearlyDiscount: 40 },
    popular: false,
    creditsAMonth: 10_000,
    models: 5,
    queue: 10,
    running: 2,
    weight: 3,
    proUpscale: true,
    prioritySupport: false,
  },
  pro: {
    label: 'Pro',
    price: { monthly: 99, yearly: 712.8, yearlyDiscount: 40 },
    popular: false,
    creditsAMonth: 25_000,
    models: 15,
    queue: 10,
    running: 2,
    weight: 4,
    proUpscale: true,
    prioritySupport: true,
  },
}

const FREE_LIMITS: PlanLimits = { queue: 2, running: 1, weight: 1 }

const OWN_PACKS: CreditPack[] = [
  { quantity: 1000, price: 999, image: '/images/packs/1000.webp' },
  { quantity: 2000, price: 1799, image: '/images/packs/2000.webp' },
  { quantity: 6000, price: 4999, image: '/images/packs/6000.webp' },
  { quantity: 14_000, price: 9999, image: '/images/packs/14000.webp' },
]

/** Percent that a year is cheaper than twelve months. */
const yearlyDiscount = (monthly: number, yearly: number): number =>
  Math.max(0, Math.round((1 - yearly / (monthly * MONTHS.yearly)) * 100))

/** Price and credits of each paid plan for those who begin it now. */
const terms = fromPrices(({ plans }) => {
  const changed = (plan: PaidPlan): PlanTerms => {
    const own = OWN_TERMS[plan]
    const dollars = (name: string, usual: number) =>
      plans[`${plan}_${name}`] === undefined ? usual : plans[`${plan}_${name}`]! / 100
    const monthly = dollars('monthly', own.price.monthly)
    const yearly = dollars('yearly', own.price.yearly)
    return {
      ...own,
      price: { monthly, yearly, yearlyDiscount: yearlyDiscount(monthly, yearly) },
      creditsAMonth: plans[`${plan}_credits`] ?? own.creditsAMonth,
    }
  }
  return {
    basic: changed('basic'),
    starter: changed('starter'),
    hobby: changed('hobby'),
    pro: changed('pro'),
  }
})

/** Credits bought once; they never expire. Prices in cents. */
export const packs = fromPrices(({ packs: changes }): CreditPack[] =>
  OWN_PACKS.map((pack) => ({ ...pack, price: changes[pack.quantity] ?? pack.price })),
)

/** Credits a month of a plan whose price at the provider does not tell them: it was begun before prices could be changed. */
export const firstMonthlyCreditsOf = (plan: PaidPlan): number => OWN_TERMS[plan].creditsAMonth

/** What the cheapest credit that is sold brings, in millionths of a US dollar. */
export function leastCreditValue(): number {
  const micros = [
    ...Object.values(terms()).flatMap(({ price, creditsAMonth }) => [
      (price.monthly * 1e6) / creditsAMonth,
      (price.yearly * 1e6) / (creditsAMonth * MONTHS.yearly),
    ]),
    ...packs().map(({ price, quantity }) => (price * 1e4) / quantity),
  ]
  return Math.floor(Math.min(...micros))
}

export function limitsOf(plan: PlanName): PlanLimits {
  const { queue, running, weight } = plan === 'free' ? FREE_LIMITS : OWN_TERMS[plan]
  return { queue, running, weight }
}

/** Whether support answers tickets of this plan before all others. */
export const hasPrioritySupport = (plan: PlanName): boolean =>
  plan !== 'free' && OWN_TERMS[plan].prioritySupport

/** Models that a plan trains in a credit month. */
export function modelsOf(plan: PlanName): number {
  return plan === 'free' ? 0 : OWN_TERMS[plan].models
}

/** Credits a month of a plan that begins now; one that runs has its own. */
export function monthlyCreditsOf(plan: PaidPlan): number {
  return terms()[plan].creditsAMonth
}

/** The credits of a whole period that begins now. */
export function grantedBy(plan: PaidPlan, period: PlanPeriod): number {
  return monthlyCreditsOf(plan) * MONTHS[period]
}

/** Cents for one period that begins now. */
export function priceOf(plan: PaidPlan, period: PlanPeriod): number {
  return Math.round(terms()[plan].price[period] * 100)
}

export const PAID_PLANS = Object.keys(OWN_TERMS) as PaidPlan[]

export function labelOf(plan: PaidPlan): string {
  return OWN_TERMS[plan].label
}

/** A line of a plan card; `needs`: what the site must have, or the line would promise what is not there. */
type PromisedFeature = UnsaidPlanOffer['features'][number] & { needs?: Feature }

function featuresOf({ creditsAMonth, queue, models, ...of }: PlanTerms): PromisedFeature[] {
  return [
    { feature: t('billing.featureCredits', { count: creditsAMonth }), available: true },
    { feature: t('billing.featureTools'), available: true },
    { feature: t('billing.featureFaster'), available: true },
    { feature: t('billing.featureHiRes'), available: true, needs: 'text_to_image' },
    { feature: t('billing.featureQueue', { count: queue }), available: true },
    {
      feature:
        models === 0 ? t('billing.featureTraining') : t('billing.featureModels', { count: models }),
      available: models > 0,
      needs: 'train_model',
    },
    { feature: t('billing.featureCommercial'), available: true },
    { feature: t('billing.featureProUpscale'), available: of.proUpscale, needs: 'upscale_image' },
    { feature: t('billing.featureSupport'), available: of.prioritySupport },
  ]
}

/**
 * The plan cards, cheapest first.
 * @param has whether the site has a feature; what it lacks is not promised, not even as not included
 */
export function planOffers(has: (feature: Feature) => boolean): UnsaidPlanOffer[] {
  return PAID_PLANS.map((plan) => ({
    plan,
    plan_name: OWN_TERMS[plan].label,
    price: terms()[plan].price,
    popular: OWN_TERMS[plan].popular,
    monthly_credits: monthlyCreditsOf(plan),
    features: featuresOf(terms()[plan])
      .filter(({ needs }) => needs === undefined || has(needs))
      .map(({ feature, available }) => ({ feature, available })),
  }))
}
