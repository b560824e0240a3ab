import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { api } from '#contract/index.ts'
import type { PaymentContext } from '#server/domains/billing/context.ts'
import {
  forgetLateEvidence,
  sendWaitingEvidence,
  submitEvidence,
} from '#server/domains/billing/disputes/submit-evidence.ts'
import type { PaymentsApp } from '#server/domains/billing/testing/payments-app.ts'
import { withShop } from '#server/domains/billing/testing/with-shop.ts'
import { AppError } from '#server/platform/errors.ts'
import { newAdmin, PASSWORD, type TestPerson } from '#tests/support/people.ts'

let shop: PaymentsApp
let buyer: TestPerson
let admin: TestPerson | null = null

beforeAll(() => {
  admin = null
})
withShop((...now) => ([shop, buyer] = now))
beforeEach(async () => {
  if (admin) return
  admin = await newAdmin(shop.app)
})

/** A pack that is disputed. */
async function disputed(): Promise<{ payment: string; dispute: string }> {
  await shop.buyPack(buyer)
  await shop.settle()
  await shop.spend(buyer, 250)
  const [payment] = await shop.paymentsOf(buyer)
  const dispute = await shop.test.controls.openDispute(payment!.payment_intent ?? '')
  await shop.settle()
  return { payment: payment!.id, dispute }
}

const read = (id: string) => admin!.call(api.adminDisputes.read, { params: { id } })
const submit = (id: string, token: string | null, note?: string) =>
  admin!.call(api.adminDisputes.submit, {
    params: { id },
    body: { token: token ?? '', ...(note !== undefined && { note }) },
  })
const alerts = async () => (await admin!.call(api.adminBusiness.read, { query: {} })).alerts
const remote = (dispute: string) => shop.stripe.disputes.retrieve(dispute)

/** The use cases of payments by a provider that is not the app's. */
const contextBy = (submitTo: PaymentContext['provider']['submitEvidence']): PaymentContext =>
  ({
    db: shop.app.db,
    log: { error: () => {} },
    provider: { ...shop.provider, submitEvidence: submitTo },
  }) as never

describe('evidence for a disputed payment', () => {
  it('is shown before it is sent, and is sent as it was shown', async () => {
    const { payment, dispute } = await disputed()
    await shop.app.context.admin.watchAlerts()
    expect((await alerts()).map(({ kind }) => kind)).toContain('disputes')
    const file = await read(payment)
    expect(file).toMatchObject({
      dispute: { id: payment, email: buyer.email, status: 'open', amount: 999, evidence: null },
      reason: 'fraudulent',
      answerable: true,
    })
    const texts = Object.fromEntries(file.evidence.map(({ field, text }) => [field, text]))
    expect(texts).toMatchObject({
      customer_name: 'Ada',
      customer_email_address: buyer.email,
      service_date: '2026-11-01',
    })
    expect(texts['product_description']).toContain('1,000 credits')
    expect(texts['product_description']).toContain('250 of them were spent')
    expect(texts['access_activity_log']).toContain('the account was opened')
    expect(texts['access_activity_log']).toContain('a session began')
    expect(texts['refund_policy_disclosure']).toContain('withdraw within 14 days')

    const sent = await submit(payment, file.token, 'Ada wrote to us that she likes it.')
    expect(sent).toMatchObject({
      answerable: false,
      token: null,
      dispute: { evidence: { sent_by: admin!.email, refused: null } },
    })
    expect(sent.dispute.evidence!.sent_at).not.toBeNull()
    await shop.app.context.admin.watchAlerts()
    expect((await alerts()).map(({ kind }) => kind)).not.toContain('disputes')
    expect(await remote(dispute)).toMatchObject({
      status: 'under_review',
      evidence: { ...texts, uncategorized_text: 'Ada wrote to us that she likes it.' },
      evidence_details: { submission_count: 1 },
    })
    const { results } = await admin!.call(api.adminDisputes.list, { query: {} })
    expect(results.map(({ id }) => id)).toContain(payment)
    const log = await admin!.call(api.admin.audit, { query: { action: 'dispute_evidence_sent' } })
    expect(log.results[0]).toMatchObject({ actor: admin!.email, email: buyer.email })
  })

  it('is sent once, however often it is pressed, and by no other words afterwards', async () => {
    const { payment, dispute } = await disputed()
    const { token } = await read(payment)
    await Promise.all([submit(payment, token), submit(payment, token), submit(payment, token)])
    await submit(payment, token)
    expect(await remote(dispute)).toMatchObject({ evidence_details: { submission_count: 1 } })
    await expect(submit(payment, token, 'One more thing')).rejects.toMatchObject({
      code: 'conflict',
    })
    await expect(submit(payment, 'other')).rejects.toMatchObject({ code: 'conflict' })
    const { results } = await admin!.call(api.admin.audit, { query: { user: buyer.id } })
    expect(results.filter(({ action }) => action === 'dispute_evidence_sent')).toHaveLength(1)
  })

  it('that has changed since it was read is read again', async () => {
    const { payment, dispute } = await disputed()
    const { token } = await read(payment)
    await shop.app.call(api.accounts.login, { body: { email: buyer.email, password: PASSWORD } })
    await expect(submit(payment, token)).rejects.toMatchObject({ code: 'conflict' })
    expect(await remote(dispute)).toMatchObject({ status: 'needs_response' })
    await submit(payment, (await read(payment)).token)
    expect(await remote(dispute)).toMatchObject({ status: 'under_review' })
  })

  it('is sent by the sweep where the process ended in between, under the same key', async () => {
    const { payment, dispute } = await disputed()
    const input = {
      paymentId: payment,
      evidence: { customer_name: 'Ada', access_activity_log: 'Seen' },
      sentBy: admin!.id,
      onRequested: async () => {},
    }
    // The provider has it, and the answer is lost.
    const lost = contextBy(async (...args) => {
      await shop.provider.submitEvidence(...args)
      throw new AppError('unavailable', 'cut off', { userMessage: null })
    })
    await expect(submitEvidence(lost, input)).rejects.toMatchObject({ code: 'unavailable' })
    expect((await read(payment)).dispute.evidence).toMatchObject({ sent_at: null, refused: null })
    await Promise.all([
      sendWaitingEvidence(contextBy(shop.provider.submitEvidence)),
      sendWaitingEvidence(contextBy(shop.provider.submitEvidence)),
    ])
    expect((await read(payment)).dispute.evidence!.sent_at).not.toBeNull()
    expect(await remote(dispute)).toMatchObject({ evidence_details: { submission_count: 1 } })
  })

  it('that the provider refuses is said to be, and may be sent in other words', async () => {
    const { payment, dispute } = await disputed()
    const input = {
      paymentId: payment,
      evidence: { customer_name: 'Ada' },
      sentBy: admin!.id,
      onRequested: async () => {},
    }
    const refusing = contextBy(() => {
      throw new AppError('provider_error', 'too long', { userMessage: null })
    })
    await expect(submitEvidence(refusing, input)).rejects.toMatchObject({ code: 'provider_error' })
    const file = await read(payment)
    expect(file.dispute.evidence).toMatchObject({ sent_at: null, refused: 'too long' })
    await submit(payment, file.token)
    expect(await remote(dispute)).toMatchObject({ status: 'under_review' })
  })

  it('is not taken for a dispute that is over, nor for a payment that is not disputed', async () => {
    const { payment, dispute } = await disputed()
    const { token } = await read(payment)
    await shop.test.controls.closeDispute(dispute, 'won')
    await shop.settle()
    await expect(submit(payment, token)).rejects.toMatchObject({ code: 'conflict' })
    expect(await read(payment)).toMatchObject({ answerable: false })
    buyer = await shop.newBuyer()
    await shop.buyPack(buyer)
    await shop.settle()
    const [other] = await shop.paymentsOf(buyer)
    await expect(read(other!.id)).rejects.toMatchObject({ status: 404 })
  })

  it('is in the copy of the buyer’s data, and goes with the account', async () => {
    const { payment } = await disputed()
    await submit(payment, (await read(payment)).token)
    const copy = await buyer.call(api.account.export, {})
    expect(copy.dispute_evidence).toMatchObject([
      { payment, evidence: { customer_email_address: buyer.email } },
    ])
    await buyer.call(api.account.remove, { body: { password: PASSWORD } })
    await shop.app.context.privacy.sweep()
    const row = await shop.app.db.kysely
      .selectFrom('dispute_evidence')
      .select(['evidence', 'sent_at'])
      .where('payment_id', '=', payment)
      .executeTakeFirstOrThrow()
    expect(row.evidence).toBeNull()
    expect(row.sent_at).not.toBeNull()
    const { results } = await admin!.call(api.adminDisputes.list, { query: {} })
    expect(results.find(({ id }) => id === payment)).toMatchObject({ email: '' })
  })

  it('about a deleted account says what the payment says, and is not kept once it is sent', async () => {
    const { payment, dispute } = await disputed()
    const evidenceOf = async () =>
      (
        await shop.app.db.kysely
          .selectFrom('dispute_evidence')
          .select('evidence')
          .where('payment_id', '=', payment)
          .executeTakeFirstOrThrow()
      ).evidence
    await buyer.call(api.account.remove, { body: { password: PASSWORD } })
    await shop.app.context.privacy.sweep()
    const file = await read(payment)
    expect(file.evidence.map(({ field }) => field)).toEqual([
      'product_description',
      'service_date',
      'refund_policy_disclosure',
    ])
    expect(JSON.stringify(file)).not.toContain('deleted.invalid')
    await submit(payment, file.token)
    expect(await remote(dispute)).toMatchObject({ status: 'under_review' })
    expect(await evidenceOf()).not.toBeNull()
    await shop.app.context.billing.sweep()
    expect(await evidenceOf()).toBeNull()
    expect((await read(payment)).dispute.evidence!.sent_at).not.toBeNull()
  })

  it('that was composed before the account was deleted and written after it is emptied, too', async () => {
    const { payment } = await disputed()
    await buyer.call(api.account.remove, { body: { password: PASSWORD } })
    await shop.app.context.privacy.sweep()
    const late = contextBy(() => {
      throw new AppError('unavailable', 'cut off', { userMessage: null })
    })
    const input = {
      paymentId: payment,
      evidence: { customer_email_address: buyer.email },
      sentBy: admin!.id,
      onRequested: async () => {},
    }
    await expect(submitEvidence(late, input)).rejects.toMatchObject({ code: 'unavailable' })
    const rows = () =>
      shop.app.db.kysely
        .selectFrom('dispute_evidence')
        .select('evidence')
        .where('payment_id', '=', payment)
        .execute()
    await forgetLateEvidence(late)
    expect(await rows()).toEqual([{ evidence: input.evidence }])
    await shop.app.db.kysely
      .updateTable('dispute_evidence')
      .set({ requested_at: new Date(Date.now() - 2 * 86_400_000) })
      .where('payment_id', '=', payment)
      .execute()
    await forgetLateEvidence(late)
    expect(await rows()).toEqual([{ evidence: null }])
  })
})
