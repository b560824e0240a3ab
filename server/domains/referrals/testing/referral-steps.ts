import { expect } from 'vitest'
import { api } from '#contract/index.ts'
import type { ReferralState } from '#contract/referrals.ts'
import type { Card, PaymentsApp } from '#server/domains/billing/testing/payments-app.ts'
import type { TestPerson } from '#tests/support/people.ts'
import { register, type VisitorOptions } from '#tests/support/visitors.ts'

/** The shop in which referrals are tried: a trusted proxy names the address of each visitor. */
export const REFERRAL_SHOP = {
  app: { env: { TRUSTED_PROXIES: '127.0.0.1', LANGUAGES: 'en,es' } },
}

/** A week after what was bought on the first day. */
export const AFTER = '2026-11-08T00:01:00Z'

/** A person's code, and what came of it. */
export const readReferral = (person: TestPerson) => person.call(api.referrals.read, {})

/** Short words for what tests do with referrals. @param now the shop, and who invites, at that moment */
export function referralSteps(now: () => { shop: PaymentsApp; inviter: TestPerson }) {
  async function invite(options: VisitorOptions = {}): Promise<TestPerson> {
    const { shop, inviter } = now()
    const { code } = await readReferral(inviter)
    return register(shop.app, { code, ...options })
  }

  /** Buys a pack, whose card is known then. */
  async function buy(person: TestPerson, card?: Card): Promise<void> {
    const { shop } = now()
    await shop.buyPack(person, 1000, card)
    await shop.settle()
    await shop.app.context.billing.readCharges()
  }

  const sweep = () => now().shop.app.context.referrals.sweep()

  /** Outcome of the referral of an account. */
  async function outcome(
    invited: TestPerson,
  ): Promise<{ state: ReferralState; reason: string | null }> {
    return now()
      .shop.app.db.kysely.selectFrom('referrals')
      .select(['state', 'reason'])
      .where('invited_id', '=', invited.id)
      .executeTakeFirstOrThrow()
  }

  const intentOf = async (person: TestPerson) =>
    (await now().shop.paymentsOf(person))[0]!.payment_intent ?? ''

  async function dispute(person: TestPerson): Promise<string> {
    const { shop } = now()
    const id = await shop.test.controls.openDispute(await intentOf(person))
    await shop.settle()
    return id
  }

  async function close(id: string, end: 'won' | 'lost'): Promise<void> {
    const { shop } = now()
    await shop.test.controls.closeDispute(id, end)
    await shop.settle()
  }

  /** An invited account whose purchase is a week old, and what both got for it. */
  async function rewarded(): Promise<TestPerson> {
    const invited = await invite()
    await buy(invited)
    await now().shop.goTo(AFTER)
    await sweep()
    expect(await outcome(invited)).toMatchObject({ state: 'granted' })
    return invited
  }

  return { invite, buy, sweep, outcome, intentOf, dispute, close, rewarded }
}
