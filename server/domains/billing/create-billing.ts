import { plans as plansApi } from '#contract/plans-and-prices.ts'
import { users as usersApi } from '#contract/users.ts'
import type { CreditReader } from '#server/domains/credits/index.ts'
import { route } from '#server/platform/route.ts'
import { billingRoutes } from './billing-routes.ts'
import { chargesOf, forgetCards, readCharges } from './charges/read-charges.ts'
import { closeOrderCheckout, openCheckout } from './checkouts.ts'
import { withdrawalRoutes } from './withdrawals/routes.ts'
import { listWithdrawals } from './withdrawals/withdraw.ts'
import { closeAccount, closeCustomer, closePayments } from './close-account.ts'
import { type BillingContext, withProvider } from './context.ts'
import { createPromotions } from './promotions/manage.ts'
import {
  evidenceOf,
  forgetEvidence,
  forgetLateEvidence,
  readCheckoutTerms,
  readDispute,
  submitEvidence,
} from './disputes/submit-evidence.ts'
import { forgetNetworks } from './first-purchases.ts'
import { grantPlan } from './grant-plan.ts'
import { headshotSetPrice, listOffers } from './list-offers.ts'
import { compareWithProvider } from './compare-with-provider.ts'
import { receiveEvent, workOnEvent } from './provider-events.ts'
import { readMe } from './read-me.ts'
import { oweBack, returnOwed } from './return-owed.ts'
import { refundPayment } from './refund-payment.ts'
import { grantComplimentaryPlan } from './grant-complimentary-plan.ts'
import { trainingTermsOf } from './training-terms.ts'
import { sweepPayments } from './sweep-payments.ts'
import { readBillingState } from './read-billing-state.ts'
import { findPaidSubscription, isPaid } from './subscriptions.ts'
import { noteChangedLanguage, tellChangedLanguages } from './tell-language.ts'
import type { Billing, CurrentPlan } from './types.ts'

const FREE_PLAN: CurrentPlan = {
  name: 'free',
  period: null,
  renewsAt: null,
  cancelAt: null,
  subscription: null,
}

async function planOf(
  { provider }: BillingContext,
  reader: CreditReader,
  userId: string,
): Promise<CurrentPlan> {
  const from = 'pool' in reader ? reader.kysely : reader
  const paid = await findPaidSubscription(from, userId)
  if (!paid) return FREE_PLAN
  return {
    name: paid.plan,
    period: paid.period,
    renewsAt: paid.renews_at,
    cancelAt: paid.cancel_at,
    subscription: { id: paid.id, isPaid: isPaid(paid, provider) },
  }
}

export interface BillingDeps extends BillingContext {}

export function createBilling(context: BillingDeps): Billing {
  const { db, credits } = context
  const currentPlan: Billing['planOf'] = (reader, userId) => planOf(context, reader, userId)
  return {
    planOf: currentPlan,
    trainingTermsOf,
    hasPaid: async (reader, userId) => {
      const { name } = await currentPlan(reader, userId)
      return name !== 'free' || (await credits.hasBoughtPack(reader, userId))
    },
    grantComplimentaryPlan: (tx, input) => grantComplimentaryPlan(tx, context, input),
    grantPlan: (input) => grantPlan(context, input),
    receiveEvent: (message) => receiveEvent(context, message),
    workOnEvent: (job) => workOnEvent(withProvider(context), job),
    async sweep() {
      if (context.provider) await sweepPayments(withProvider(context))
      await forgetLateEvidence(context)
      await forgetNetworks(db)
      // Many calls of small weight: nothing waits for them.
      if (context.provider) await tellChangedLanguages(withProvider(context))
    },
    readDispute: (paymentId) => readDispute(context, paymentId),
    submitEvidence: async (input) => submitEvidence(withProvider(context), input),
    chargesOf: (userId) => chargesOf(db, userId),
    evidenceOf: (userId) => evidenceOf(context, userId),
    checkoutTermsOf: (paymentId) => readCheckoutTerms(context, paymentId),
    readCharges: () => readCharges(context),
    syncCatalog: async () => withProvider(context).provider.syncCatalog(),
    compareWithProvider: async (days) => compareWithProvider(withProvider(context), days),
    refundPayment: async (input) => refundPayment(withProvider(context), input),
    headshotSetPrice: (host) => headshotSetPrice(context, host),
    async openOrder({ userId, host, ip, reference, amount }) {
      const item = { kind: 'headshots' as const, reference, amount }
      const origin = context.originOf(host)
      const order = { userId, item, origin, promotion: null, ip }
      return { url: await openCheckout(withProvider(context), order) }
    },
    promotions: createPromotions(() => withProvider(context)),
    async closeOrder(reference) {
      if (context.provider) await closeOrderCheckout(withProvider(context), reference)
    },
    oweBack: (tx, input) => oweBack(tx, input),
    async returnOwed() {
      if (context.provider) await returnOwed(withProvider(context))
    },
    noteChangedLanguage: (tx, userId) => noteChangedLanguage(tx, userId),
    async closeCustomer(tx, userId) {
      if (context.provider) await closeCustomer(tx, withProvider(context), userId)
    },
    async closeAccount(userId) {
      await forgetCards(db, userId)
      await forgetEvidence(context, userId)
      await closeAccount(context, userId)
    },
    closePayments: (userId) => closePayments(context, userId),
    stateOf: (userId) => readBillingState(context, userId),
    withdrawalsOf: async (userId) => (await listWithdrawals(context, userId)).results,
    routes: [
      ...billingRoutes(context),
      ...withdrawalRoutes(context),
      route(plansApi.list, async ({ host }) =>
        listOffers(context, host, await context.pricesNow()),
      ),
      route(usersApi.me, ({ caller }) => readMe({ db, credits, planOf: currentPlan }, caller)),
    ],
  }
}
