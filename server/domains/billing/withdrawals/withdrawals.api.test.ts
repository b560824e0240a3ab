import { describe, expect, it } from 'vitest'
import { api } from '#contract/index.ts'
import type { Withdrawal } from '#contract/withdrawals.ts'
import { transact } from '#server/platform/db/index.ts'
import { setClock } from '#tests/support/books.ts'
import { mailsTo } from '#tests/support/inbox.ts'
import type { TestPerson } from '#tests/support/people.ts'
import type { PaymentContext } from '../context.ts'
import type { PaymentsApp } from '../testing/payments-app.ts'
import { withShop } from '../testing/with-shop.ts'
import { settleWithdrawals } from './settle.ts'

let shop: PaymentsApp
let buyer: TestPerson

withShop((...now) => ([shop, buyer] = now))

const list = (person = buyer) => person.call(api.withdrawals.list, {})
const start = (payment: string, person = buyer) =>
  person.call(api.withdrawals.start, { body: { payment } })
const confirm = ({ id }: { id: string }, person = buyer) =>
  person.call(api.withdrawals.confirm, { params: { id }, body: {} })
const refundsOf = async (payment: string) => {
  const row = (await shop.paymentsOf(buyer)).find(({ id }) => id === payment)
  const { data } = await shop.stripe.refunds.list({ payment_intent: row!.payment_intent! })
  return data.map(({ amount }) => amount)
}
const subjects = async () => (await mailsTo(shop.app, buyer.email)).map(({ subject }) => subject)

/** The newest purchase. */
async function purchase(): Promise<string> {
  const [payment] = (await list()).payments
  expect(payment).toBeDefined()
  return payment!.payment
}

/** Both steps. */
async function withdraw(): Promise<Withdrawal> {
  return confirm(await start(await purchase()))
}

/** Credits that a job holds, until it releases them. */
async function holdByJob(amount: number) {
  const job = { userId: buyer.id, externalId: `job-${amount}`, jobId: null, text: 'At work' }
  const { writer } = shop.app.context.credits
  const { holdId } = await transact(shop.app.db, (tx) => writer(tx).hold({ amount, ...job }))
  return {
    capture: (part: number) =>
      transact(shop.app.db, async (tx) => {
        await writer(tx).capture({ holdId, amount: part, imageId: null, ...job })
        await writer(tx).release({ userId: buyer.id, holdId, cause: 'unused', text: 'Rest' })
      }),
  }
}

describe('a withdrawal from a pack', () => {
  it('takes two steps, pays the unspent share back, takes all of the lot, and is one however often it is asked', async () => {
    await shop.buyPack(buyer)
    await shop.settle()
    await shop.spend(buyer, 250)
    const payment = await purchase()
    const begun = await start(payment)
    expect(begun).toMatchObject({
      status: 'open',
      amount: 999,
      credits: 1000,
      unspent: 750,
      refund: Math.floor((999 * 750) / 1000),
      ends_plan: false,
      waits: false,
      until: '2026-11-16T00:00:00.000Z',
    })
    expect((await start(payment)).id).toBe(begun.id)
    expect(await refundsOf(payment)).toEqual([])

    const done = await confirm(begun)
    expect(done).toMatchObject({ status: 'done', refund: 749, unspent: 750 })
    expect(await confirm(begun)).toEqual(done)
    expect((await start(payment)).status).toBe('done')
    await shop.settle()
    await shop.app.context.billing.sweep()
    expect(await refundsOf(payment)).toEqual([749])
    expect(await shop.credits(buyer)).toBe(0)
    // The refund finds nothing more to take, and says nothing of it.
    const lines = ['hold -750', 'release 750', 'revoke -750']
    expect((await shop.lines(buyer)).slice(-3)).toEqual(lines)
    expect((await list()).payments).toEqual([])
    expect((await list()).results).toMatchObject([{ id: begun.id, status: 'done' }])
    // Images are marked again: nothing is bought any more.
    expect(await shop.app.context.billing.hasPaid(shop.app.db, buyer.id)).toBe(false)
    const mails = await mailsTo(shop.app, buyer.email)
    const received = mails.find(({ subject }) => subject.startsWith('We received your withdrawal'))
    expect(received!.text).toMatch(/We received your withdrawal on Nov 1, 2026.*\d:\d\d:\d\d.*UTC/)
    expect(mails.find(({ subject }) => subject === '$7.49 refunded')!.text).toContain(
      'You withdrew from this purchase',
    )
  })

  it('waits for jobs at work, whose credits nobody else can spend meanwhile', async () => {
    await shop.buyPack(buyer)
    await shop.settle()
    const job = await holdByJob(400)
    const received = await withdraw()
    expect(received).toMatchObject({ status: 'confirmed', waits: true })
    expect(await shop.credits(buyer)).toBe(0)
    await expect(shop.spend(buyer, 1)).rejects.toMatchObject({ code: 'not_enough_credits' })
    await shop.app.context.billing.sweep()
    expect(await refundsOf(received.payment)).toEqual([])
    await job.capture(100)
    await shop.app.context.billing.sweep()
    expect((await list()).results).toMatchObject([
      { status: 'done', unspent: 900, refund: Math.floor((999 * 900) / 1000) },
    ])
    expect(await refundsOf(received.payment)).toEqual([899])
    expect(await shop.credits(buyer)).toBe(0)
  })

  it('of which all was spent pays nothing back', async () => {
    await shop.buyPack(buyer)
    await shop.settle()
    await shop.spend(buyer, 1000)
    const before = await shop.lines(buyer)
    const done = await withdraw()
    expect(done).toMatchObject({ status: 'done', refund: 0, unspent: 0 })
    expect(await refundsOf(done.payment)).toEqual([])
    expect(await shop.lines(buyer)).toEqual(before)
  })

  it('is received once when eight ask at the same moment', async () => {
    await shop.buyPack(buyer)
    await shop.settle()
    const payment = await purchase()
    const begun = await Promise.all(Array.from({ length: 8 }, () => start(payment)))
    expect(new Set(begun.map(({ id }) => id)).size).toBe(1)
    const answers = await Promise.all(Array.from({ length: 8 }, () => confirm(begun[0]!)))
    expect(answers.every(({ status }) => status !== 'open')).toBe(true)
    await shop.settle()
    await shop.app.context.billing.sweep()
    expect(await refundsOf(payment)).toEqual([999])
    const received = (await subjects()).filter((subject) => subject.includes('withdrawal'))
    expect(received).toHaveLength(1)
  })

  it.each([
    ['refundPart', ['before', 'after']],
    ['readMoney', ['before', 'after', 'after']],
  ] as const)(
    'that is cut off at %s, before and after, is finished by the next one, and paid once',
    async (call, times) => {
      await shop.buyPack(buyer)
      await shop.settle()
      const job = await holdByJob(1)
      const { payment } = await withdraw()
      await job.capture(1)
      const { db, context } = shop.app
      const dying = (when: 'before' | 'after'): PaymentContext => ({
        ...({ db, credits: context.credits } as unknown as PaymentContext),
        onEvent: () => Promise.resolve(),
        provider: {
          ...shop.provider,
          name: shop.provider.name,
          [call]: async (...args: never[]) => {
            if (when === 'before') throw new Error('killed')
            await (shop.provider[call] as (...all: never[]) => Promise<unknown>)(...args)
            throw new Error('killed')
          },
        },
      })
      for (const when of times) {
        await expect(settleWithdrawals(dying(when))).rejects.toThrow('killed')
      }
      await shop.app.context.billing.sweep()
      await shop.settle()
      expect((await list()).results).toMatchObject([{ status: 'done', unspent: 999 }])
      expect(await refundsOf(payment)).toEqual([Math.floor((999 * 999) / 1000)])
    },
  )
})

describe('a withdrawal from a plan', () => {
  it('ends it at once, says why, and leaves other credits', async () => {
    await shop.buyPack(buyer)
    await shop.subscribe(buyer, { plan: 'basic', period: 'monthly' })
    await shop.settle()
    await shop.spend(buyer, 500)
    const plan = (await list()).payments.find(({ ends_plan: ends }) => ends)!
    expect(plan).toMatchObject({ credits: 2000, unspent: 1500, refund: 900 })
    const done = await confirm(await start(plan.payment))
    expect(done).toMatchObject({ status: 'done', refund: 900, ends_plan: false })
    expect(await shop.state(buyer)).toMatchObject({ plan: 'free', next_charge: null })
    expect(await shop.credits(buyer)).toBe(1000)
    await shop.settle()
    const mails = await mailsTo(shop.app, buyer.email)
    const ended = mails.find(({ subject }) => subject === 'Your Basic plan has ended')
    expect(ended!.text).toContain('You withdrew from the purchase.')
    await shop.goTo('2026-12-02T00:00:00Z')
    expect((await shop.paymentsOf(buyer)).filter(({ reason }) => reason === 'renewal')).toEqual([])
  })

  it('of a year pays the share of its own credits back, not of months to come', async () => {
    await shop.subscribe(buyer, { plan: 'basic', period: 'yearly' })
    await shop.settle()
    await shop.spend(buyer, 500)
    const done = await withdraw()
    expect(done).toMatchObject({ credits: 2000, unspent: 1500 })
    expect(done.refund).toBe(Math.floor((done.amount * 1500) / 2000))
  })

  it('and from its upgrade: each pays its own share back', async () => {
    await shop.subscribe(buyer, { plan: 'basic', period: 'monthly' })
    await buyer.call(api.billing.change, { body: { plan: 'starter', period: 'monthly' } })
    await shop.settle()
    const { payments } = await list()
    expect(payments).toHaveLength(2)
    for (const { payment } of payments) await confirm(await start(payment))
    expect(await shop.state(buyer)).toMatchObject({ plan: 'free' })
    expect(await shop.credits(buyer)).toBe(0)
    const paid = (await shop.paymentsOf(buyer)).map(({ amount, refunded }) => [amount, refunded])
    expect(paid).toEqual(paid.map(([amount]) => [amount, amount]))
  })

  it('is not there for a renewal', async () => {
    await shop.subscribe(buyer, { plan: 'basic', period: 'monthly' })
    await shop.goTo('2026-12-01T00:05:00Z')
    const renewal = (await shop.paymentsOf(buyer)).find(({ reason }) => reason === 'renewal')!
    expect((await list()).payments).toEqual([])
    await expect(start(renewal.id)).rejects.toMatchObject({ status: 409 })
  })
})

describe('the right to withdraw', () => {
  it('ends with the fourteenth day after the purchase, also between the two steps', async () => {
    await shop.buyPack(buyer)
    await shop.settle()
    await setClock(shop.app.db, '2026-11-15T23:59:00Z')
    const begun = await start(await purchase())
    await setClock(shop.app.db, '2026-11-16T00:00:00Z')
    expect((await list()).payments).toEqual([])
    await expect(start(begun.payment)).rejects.toMatchObject({ status: 409 })
    await expect(confirm(begun)).rejects.toMatchObject({ status: 409 })
    expect(await shop.credits(buyer)).toBe(1000)
  })

  it('is its buyer’s alone', async () => {
    await shop.buyPack(buyer)
    await shop.settle()
    const begun = await start(await purchase())
    const other = await shop.newBuyer()
    await expect(start(begun.payment, other)).rejects.toMatchObject({ status: 404 })
    await expect(confirm(begun, other)).rejects.toMatchObject({ status: 404 })
    expect(await list(other)).toEqual({ payments: [], results: [] })
    await expect(start('none')).rejects.toMatchObject({ status: 404 })
  })

  it('rests while a bank decides about the payment', async () => {
    await shop.buyPack(buyer)
    await shop.settle()
    const begun = await start(await purchase())
    const [paid] = await shop.paymentsOf(buyer)
    const dispute = await shop.test.controls.openDispute(paid!.payment_intent!)
    await shop.settle()
    await expect(confirm(begun)).rejects.toMatchObject({ status: 409 })
    await shop.test.controls.closeDispute(dispute, 'won')
    await shop.settle()
    // A charge that was disputed is never refunded by the provider, as at Stripe: somebody is told.
    expect(await confirm(begun)).toMatchObject({ status: 'confirmed', refund: 999 })
    await shop.app.context.billing.sweep()
    const cases = await shop.app.db.kysely
      .selectFrom('billing_cases')
      .select(['kind', 'resolved_at'])
      .where('user_id', '=', buyer.id)
      .where('kind', '=', 'withdrawal')
      .execute()
    expect(cases).toEqual([{ kind: 'withdrawal', resolved_at: null }])
  })

  it('has a link in the receipt, which needs no login', async () => {
    await shop.buyPack(buyer)
    await shop.settle()
    const [receipt] = await mailsTo(shop.app, buyer.email)
    const token = /\/withdraw\?token=([\w-]+)/.exec(receipt!.text)?.[1] ?? ''
    expect(token).not.toBe('')
    expect(receipt!.text).toContain('Until Nov 15, 2026')
    const stranger = shop.app.call
    const begun = await stranger(api.withdrawals.startByLink, { body: { token } })
    expect(begun).toMatchObject({ status: 'open', refund: 999 })
    const done = await stranger(api.withdrawals.confirmByLink, { body: { token } })
    expect(done).toMatchObject({ id: begun.id, status: 'done' })
    expect(await stranger(api.withdrawals.confirmByLink, { body: { token } })).toEqual(done)
    await expect(
      stranger(api.withdrawals.startByLink, { body: { token: `${token}x` } }),
    ).rejects.toMatchObject({ status: 404 })
    expect(await shop.credits(buyer)).toBe(0)
  })

  it('is told beside the button that pays, whose wording is kept', async () => {
    const { url } = await buyer.call(api.billing.checkout, { query: { quantity: '1000' } })
    const id = /\/test-checkout\/([^/?]+)/.exec(url)![1]!
    const session = await shop.stripe.checkout.sessions.retrieve(id)
    expect(session.custom_text.submit?.message).toContain('You can withdraw within 14 days')
    const page = await (await fetch(`${shop.app.url}/test-checkout/${id}`)).text()
    expect(page).toContain('You can withdraw within 14 days')
    const row = await shop.app.db.kysely
      .selectFrom('checkouts')
      .select('terms_version')
      .where('session_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.terms_version).not.toBeNull()
  })
})
