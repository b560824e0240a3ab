import { addMonths } from '#server/domains/credits/index.ts'
import { grantedBy, packs, type PaidPlan, priceOf } from '#server/domains/billing/index.ts'
import type { Chance } from './chance.ts'
import { newJob, type SimulatedJob } from './simulate-job.ts'
import { Wallet } from './wallet.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const FREE_CREDITS = 40

interface Payment {
  id: string
  user_id: string
  external_id: string
  kind: 'plan' | 'pack'
  reason: 'start' | 'renewal' | 'upgrade' | 'pack'
  subscription_id: string | null
  plan: PaidPlan | null
  period: 'monthly' | 'yearly' | null
  credits: number
  amount: number
  period_price: number | null
  refunded: number
  number: string
  period_start: Date | null
  period_end: Date | null
  paid_at: Date
}

interface Subscription {
  id: string
  user_id: string
  plan: PaidPlan
  period: 'monthly' | 'yearly'
  anchor: Date
  renews_at: Date
  period_start: Date
  paid_by: string
  paid_at: Date
  ended_at: Date | null
  credit_months_granted: number
  created_at: Date
}

export interface SimulatedPerson {
  id: string
  email: string
  first_name: string
  created_at: Date
  email_verified_at: Date | null
  wallet: Wallet
  jobs: SimulatedJob[]
  payments: Payment[]
  subscriptions: Subscription[]
  /** Money given back: the credits that were to be taken for it. */
  revocations: { payment: string; target: number; refunded: number; paid: number }[]
}

const NAMES = [
  'Ana',
  'Ben',
  'Chloe',
  'Diego',
  'Emma',
  'Finn',
  'Greta',
  'Hugo',
  'Ines',
  'Jon',
  'Kira',
  'Luis',
]
const PLANS: readonly PaidPlan[] = ['basic', 'basic', 'basic', 'starter', 'starter', 'hobby', 'pro']
const LARGER: Record<PaidPlan, PaidPlan> = {
  basic: 'starter',
  starter: 'hobby',
  hobby: 'pro',
  pro: 'pro',
}

interface Life extends SimulatedPerson {
  end: Date
  chance: Chance
  agenda: { at: Date; act(at: Date): void }[]
}

const plan = (life: Life, at: Date, act: (at: Date) => void): void => {
  if (at < life.end) life.agenda.push({ at, act })
}
const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms)
const pick = <T>(life: Life, from: readonly T[]): T =>
  from[Math.floor(life.chance.number() * from.length)]!
const happens = (life: Life, share: number): boolean => life.chance.number() < share
const runningOf = (life: Life): Subscription | undefined =>
  life.subscriptions.find(({ ended_at: end }) => end === null)

/** Everything that one person does between their registration and `end`. */
export function simulatePerson(
  chance: Chance,
  { number, registered, end }: { number: number; registered: Date; end: Date },
): SimulatedPerson {
  const id = chance.id(registered)
  const life: Life = {
    id,
    email: `person-${number}@business.example`,
    first_name: NAMES[number % NAMES.length]!,
    created_at: registered,
    email_verified_at: null,
    wallet: new Wallet(id, registered, (at) => chance.id(at)),
    jobs: [],
    payments: [],
    subscriptions: [],
    revocations: [],
    end,
    chance,
    agenda: [],
  }
  if (happens(life, 0.85))
    plan(life, after(registered, chance.number() * 2 * HOUR_MS), (at) => confirm(life, at))
  while (life.agenda.length > 0) {
    life.agenda.sort((a, b) => a.at.getTime() - b.at.getTime())
    const { at, act } = life.agenda.shift()!
    // What is ordered is over before the next thing happens.
    act(at > life.wallet.at ? at : life.wallet.at)
  }
  life.wallet.expireUntil(end)
  return life
}

function confirm(life: Life, at: Date): void {
  life.email_verified_at = at
  const month = at.toISOString().slice(0, 7)
  const monthEnd = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1))
  const lot = { kind: 'free', granted: FREE_CREDITS, expires_at: monthEnd, payment: null } as const
  life.wallet.grant(lot, at, { external_id: `free:${month}`, text: 'Free credits' })
  if (happens(life, 0.8))
    plan(life, after(at, life.chance.number() * HOUR_MS), (then) => work(life, then))
  if (happens(life, 0.25))
    plan(life, after(at, life.chance.number() * 20 * DAY_MS), (then) => subscribe(life, then))
  if (happens(life, 0.2))
    plan(life, after(at, life.chance.number() * 60 * DAY_MS), (then) => buyPack(life, then))
}

/** One sitting: some jobs, and perhaps another one days later. */
function work(life: Life, at: Date): void {
  let then = at
  const jobs = 1 + Math.floor(life.chance.number() * 5)
  for (let count = 0; count < jobs; count++) {
    then = after(then, 60_000 + life.chance.number() * 5 * 60_000)
    const job = newJob(life.chance, life.id, then)
    const { price, num_images: images } = job
    const isOver =
      job.finished_at >= life.end || job.finished_at.getTime() >= life.wallet.nextExpiry
    if (isOver || life.wallet.balance < price * images) break
    if (job.status !== 'B') {
      const delivered = job.images.filter(({ status }) => status === 'S').map((image) => image.id)
      job.hold_id = life.wallet.spend(
        { id: job.id, price, images, delivered, what: 'Images' },
        { ordered: then, ended: job.finished_at },
      )
    }
    life.jobs.push(job)
    then = job.finished_at
  }
  const comesBack = runningOf(life) ? 0.98 : 0.85
  if (happens(life, comesBack))
    plan(life, after(then, (0.2 + life.chance.number() * 6) * DAY_MS), (next) => work(life, next))
}

function pay(
  life: Life,
  payment: Omit<Payment, 'id' | 'user_id' | 'external_id' | 'number' | 'refunded' | 'period_price'>,
): Payment {
  const row = {
    ...payment,
    period_price: payment.plan && payment.period && priceOf(payment.plan, payment.period),
    user_id: life.id,
    id: life.chance.id(payment.paid_at),
    external_id: `demo_${life.chance.id(payment.paid_at)}`,
    number: `DEMO-${life.id.slice(-6)}-${life.payments.length + 1}`,
    refunded: 0,
  }
  life.payments.push(row)
  return row
}

/** Grants a month of a plan, until it ends. */
function grantMonth(life: Life, of: Subscription, month: { from: Date; to: Date }): void {
  const lot = {
    kind: 'plan',
    granted: grantedBy(of.plan, 'monthly'),
    expires_at: month.to,
    payment: of.paid_by,
  } as const
  const external = `plan:${of.id}:${month.from.toISOString()}`
  life.wallet.grant(lot, month.from, { external_id: external, text: 'Credits of the plan' })
}

function subscribe(life: Life, at: Date): void {
  if (runningOf(life)) return
  const period = happens(life, 0.85) ? 'monthly' : 'yearly'
  const of: Subscription = {
    id: life.chance.id(at),
    user_id: life.id,
    plan: pick(life, PLANS),
    period,
    anchor: at,
    period_start: at,
    renews_at: at,
    paid_by: '',
    paid_at: at,
    ended_at: null,
    credit_months_granted: 0,
    created_at: at,
  }
  life.subscriptions.push(of)
  payPeriod(life, of, { at, reason: 'start' })
}

/** Pays the period that begins now. */
function payPeriod(
  life: Life,
  of: Subscription,
  { at, reason }: { at: Date; reason: 'start' | 'renewal' },
): void {
  const start = reason === 'start' ? at : of.renews_at
  const months = of.period === 'yearly' ? 12 : 1
  // Counted from the anchor, so that a 31st comes back after a shorter month.
  const sinceAnchor =
    (start.getUTCFullYear() - of.anchor.getUTCFullYear()) * 12 +
    start.getUTCMonth() -
    of.anchor.getUTCMonth()
  const end = addMonths(of.anchor, sinceAnchor + months)
  const payment = pay(life, {
    kind: 'plan',
    reason,
    subscription_id: of.id,
    plan: of.plan,
    period: of.period,
    credits: grantedBy(of.plan, 'monthly'),
    amount: priceOf(of.plan, of.period),
    period_start: start,
    period_end: end,
    paid_at: at,
  })
  Object.assign(of, {
    paid_by: payment.external_id,
    paid_at: at,
    period_start: start,
    renews_at: end,
    credit_months_granted: 0,
  })
  const grant = (month: number) => {
    const [from, to] = [
      addMonths(start, month),
      month + 1 === months ? end : addMonths(start, month + 1),
    ]
    const act = (then: Date) => {
      grantMonth(life, of, { from: then, to })
      of.credit_months_granted++
      if (month + 1 < months) grant(month + 1)
    }
    if (month === 0) act(at)
    else plan(life, from, act)
  }
  grant(0)
  if (of.period === 'monthly' && of.plan !== 'pro' && happens(life, 0.05))
    plan(life, after(at, (2 + life.chance.number() * 24) * DAY_MS), (then) =>
      upgrade(life, of, then),
    )
  plan(life, end, (then) =>
    happens(life, 0.1)
      ? endPlan(life, of, then)
      : payPeriod(life, of, { at: then, reason: 'renewal' }),
  )
}

function upgrade(life: Life, of: Subscription, at: Date): void {
  if (of.ended_at !== null || at >= of.renews_at) return
  const larger = LARGER[of.plan]
  const [from, to] = [of.period_start.getTime(), of.renews_at.getTime()]
  const share = (to - at.getTime()) / (to - from)
  const gain = grantedBy(larger, 'monthly') - grantedBy(of.plan, 'monthly')
  const granted = Math.floor(gain * share)
  if (granted === 0) return
  const payment = pay(life, {
    kind: 'plan',
    reason: 'upgrade',
    subscription_id: of.id,
    plan: larger,
    period: of.period,
    credits: grantedBy(larger, 'monthly'),
    amount: Math.round((priceOf(larger, 'monthly') - priceOf(of.plan, 'monthly')) * share),
    period_start: at,
    period_end: of.renews_at,
    paid_at: at,
  })
  of.plan = larger
  const lot = {
    kind: 'plan',
    granted,
    expires_at: of.renews_at,
    payment: payment.external_id,
  } as const
  life.wallet.grant(lot, at, {
    external_id: `upgrade:${payment.external_id}`,
    text: 'Credits of the change',
  })
}

function endPlan(life: Life, of: Subscription, at: Date): void {
  of.ended_at = at
  life.wallet.expireUntil(at)
}

function buyPack(life: Life, at: Date): void {
  const { quantity, price } = pick(life, packs())
  const payment = pay(life, {
    kind: 'pack',
    reason: 'pack',
    subscription_id: null,
    plan: null,
    period: null,
    credits: quantity,
    amount: price,
    period_start: null,
    period_end: null,
    paid_at: at,
  })
  const lot = {
    kind: 'pack',
    granted: quantity,
    expires_at: null,
    payment: payment.external_id,
  } as const
  life.wallet.grant(lot, at, {
    external_id: `pack:${payment.external_id}`,
    text: `${quantity} credits bought`,
  })
  plan(life, after(at, life.chance.number() * DAY_MS), (then) => work(life, then))
  if (happens(life, 0.06))
    plan(life, after(at, life.chance.number() * 5 * DAY_MS), (then) => refund(life, payment, then))
}

function refund(life: Life, payment: Payment, at: Date): void {
  payment.refunded = payment.amount
  const { amount, credits } = payment
  life.revocations.push({
    payment: payment.external_id,
    target: credits,
    refunded: amount,
    paid: amount,
  })
  life.wallet.revoke(payment.external_id, at)
}
