import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { idOf } from './object-types.ts'
import { startTestPayments, type TestPaymentsSetup } from './testing/test-setup.ts'

let setup: TestPaymentsSetup
let stripe: Stripe

beforeAll(async () => {
  setup = await startTestPayments()
  stripe = setup.stripe
})
afterAll(() => setup.dispose())

/** A pack that was paid. @returns its payment's id */
async function buyPack(card = '4242'): Promise<string> {
  const session = await setup.openPack()
  await setup.pay(session.id, card)
  return idOf((await stripe.checkout.sessions.retrieve(session.id)).payment_intent) ?? ''
}

describe('a refund', () => {
  it('gives back a part, then the rest, and never more', async () => {
    const intent = await buyPack()
    const part = await stripe.refunds.create({
      payment_intent: intent,
      amount: 400,
      reason: 'requested_by_customer',
    })
    expect(part).toMatchObject({ amount: 400, status: 'succeeded', payment_intent: intent })
    await expect(
      stripe.refunds.create({ payment_intent: intent, amount: 600 }),
    ).rejects.toMatchObject({
      statusCode: 400,
      param: 'amount',
    })
    expect(await stripe.refunds.create({ payment_intent: intent })).toMatchObject({ amount: 599 })
    await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    })
    const { latest_charge: charge } = await stripe.paymentIntents.retrieve(intent, {
      expand: ['latest_charge.refunds'],
    })
    expect(charge).toMatchObject({ amount_refunded: 999, refunded: true })
    expect((charge as Stripe.Charge).refunds?.data.map(({ amount }) => amount)).toEqual([599, 400])
    expect((await stripe.refunds.list({ payment_intent: intent })).data).toHaveLength(2)
    const { data } = await stripe.events.list({ type: 'charge.refunded' })
    expect(data.map(({ data: { object } }) => (object as Stripe.Charge).amount_refunded)).toEqual([
      999, 400,
    ])
  })

  it('that fails days later, or is canceled, leaves its money to be refunded again', async () => {
    const intent = await buyPack()
    for (const status of ['failed', 'canceled'] as const) {
      const { id } = await stripe.refunds.create({ payment_intent: intent, amount: 900 })
      await setup.payments.controls.failRefund(id, status)
      expect((await stripe.refunds.retrieve(id)).status).toBe(status)
      const { data } = await stripe.charges.list({ payment_intent: intent })
      expect(data[0]).toMatchObject({ amount_refunded: 0, refunded: false })
      await expect(setup.payments.controls.failRefund(id)).rejects.toThrow(`already ${status}`)
    }
    const types = (await setup.eventTypes()).filter((type) => type.includes('refund'))
    expect(types.slice(-9)).toEqual([
      'charge.refunded',
      'refund.created',
      'charge.refund.updated',
      'refund.updated',
      'refund.failed',
      'charge.refunded',
      'refund.created',
      'charge.refund.updated',
      'refund.updated',
    ])
    expect(await stripe.refunds.create({ payment_intent: intent })).toMatchObject({ amount: 999 })
  })

  it('of a card for it fails after a day', async () => {
    const intent = await buyPack('5126')
    const { id, created } = await stripe.refunds.create({ payment_intent: intent, amount: 300 })
    await setup.setTime(created + 86_400 + 30)
    expect(await stripe.refunds.retrieve(id)).toMatchObject({
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
    })
    expect((await setup.eventTypes()).at(-1)).toBe('refund.failed')
  })

  it('from many at once is given once', async () => {
    const intent = await buyPack()
    const results = await Promise.allSettled(
      Array.from({ length: 6 }, () =>
        stripe.refunds.create({ payment_intent: intent, amount: 300 }),
      ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    const { data } = await stripe.charges.list({ payment_intent: intent })
    expect(data[0]).toMatchObject({ amount_refunded: 900, refunded: false })
  })

  it('needs a payment that was made', async () => {
    const session = await setup.openPack()
    await setup.pay(session.id, '0002')
    const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(session.id)
    await expect(
      stripe.refunds.create({ payment_intent: idOf(intent) ?? '' }),
    ).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    })
  })
})

describe('a dispute', () => {
  it("is opened by the card's owner and lost or won", async () => {
    const { controls } = setup.payments
    for (const outcome of ['lost', 'won'] as const) {
      const intent = await buyPack()
      const id = await controls.openDispute(intent)
      expect(await stripe.disputes.retrieve(id)).toMatchObject({
        status: 'needs_response',
        amount: 999,
        payment_intent: intent,
      })
      await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
        code: 'charge_disputed',
      })
      await controls.closeDispute(id, outcome)
      const { data } = await stripe.disputes.list({ payment_intent: intent })
      expect(data.map(({ status }) => status)).toEqual([outcome])
      await expect(controls.closeDispute(id, 'won')).rejects.toThrow('already closed')
      const events = await stripe.events.list({ type: 'charge.dispute.*', limit: 4 })
      expect(
        events.data.map(({ type }) => type).filter((type) => type.endsWith('closed')),
      ).not.toEqual([])
    }
  })

  it('comes by itself with a card for it, and is decided by the words of its evidence', async () => {
    const intent = await buyPack('0259')
    const {
      data: [dispute],
    } = await stripe.disputes.list({ payment_intent: intent })
    const closed = await stripe.disputes.update(dispute?.id ?? '', {
      evidence: { uncategorized_text: 'winning_evidence' },
    })
    expect(closed.status).toBe('won')
    const types = await setup.eventTypes()
    expect(types.slice(-2)).toEqual(['charge.dispute.closed', 'charge.dispute.funds_reinstated'])
  })

  it('takes evidence once, in texts, before it is due', async () => {
    const { controls } = setup.payments
    const id = await controls.openDispute(await buyPack())
    const staged = await stripe.disputes.update(id, {
      evidence: { customer_name: 'Ada' },
      submit: false,
    })
    expect(staged).toMatchObject({
      status: 'needs_response',
      evidence_details: { has_evidence: true, submission_count: 0 },
    })
    const sent = await stripe.disputes.update(id, {
      evidence: { access_activity_log: 'x'.repeat(20_000), product_description: 'Credits' },
    })
    expect(sent).toMatchObject({
      status: 'under_review',
      evidence: { customer_name: 'Ada', product_description: 'Credits' },
      evidence_details: { submission_count: 1, submission_method: 'manual' },
    })
    await expect(
      stripe.disputes.update(id, { evidence: { customer_name: 'Eve' } }),
    ).rejects.toMatchObject({ type: 'StripeInvalidRequestError' })
    await expect(
      stripe.disputes.update(id, { evidence: { product_description: 'x'.repeat(20_001) } }),
    ).rejects.toMatchObject({ param: 'evidence[product_description]' })
  })
})
