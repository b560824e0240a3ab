import { sql } from 'kysely'
import { type ExportedReferrals, referrals as api } from '#contract/referrals.ts'
import type { OpenedAccount } from '#server/domains/accounts/index.ts'
import type { BillingEvent } from '#server/domains/billing/index.ts'
import { transact, type Tx } from '#server/platform/db/index.ts'
import { route, type Route } from '#server/platform/route.ts'
import { findInviter } from './codes.ts'
import type { ReferralContext } from './context.ts'
import { decideReferrals } from './decide-referrals.ts'
import { notePayment, openReferral } from './open-referral.ts'
import { exportReferrals, readReferrals, referralsOfPerson } from './read-referrals.ts'
import { takeBackReferrals } from './take-back.ts'

/** People who bring others: who invited whom, and what both get for it. */
export interface Referrals {
  /** referrals/, and a person's in the console */
  routes: Route[]
  /** Whether a code is somebody's. */
  isCode(code: string): Promise<boolean>
  /** In the transaction that opens an account. */
  noteAccount(tx: Tx, account: OpenedAccount): Promise<void>
  /** In the transaction in which it happens. */
  noteEvent(tx: Tx, event: BillingEvent): Promise<void>
  /** For cron: grants what is due, and takes back what was not paid for after all. */
  sweep(): Promise<void>
  exportOf(userId: string): Promise<ExportedReferrals>
  /** Removes the code of a deleted account; what has brought credits stays with the books. Safe to repeat. */
  forget(userId: string): Promise<void>
}

async function forget({ db }: ReferralContext, userId: string): Promise<void> {
  await transact(db, async (tx) => {
    await tx.deleteFrom('referral_codes').where('user_id', '=', userId).execute()
    await tx
      .updateTable('referrals')
      .set({ state: 'refused', reason: 'account_closed', decided_at: sql<Date>`money_now()` })
      .where('state', '=', 'waiting')
      .where((eb) => eb.or([eb('inviter_id', '=', userId), eb('invited_id', '=', userId)]))
      .execute()
  })
}

export function createReferrals(context: ReferralContext): Referrals {
  const { db } = context
  return {
    routes: [
      route(api.read, ({ caller, host }) =>
        readReferrals(context, { userId: caller.userId, host }),
      ),
      route(api.ofPerson, ({ params }) => referralsOfPerson(db, params.id)),
    ],
    isCode: async (code) => (await findInviter(db.kysely, code)) !== null,
    noteAccount: (tx, account) => openReferral(context, tx, account),
    async noteEvent(tx, event) {
      if (event.type === 'payment_received') await notePayment(tx, event.paymentId)
    },
    async sweep() {
      await decideReferrals(context)
      await takeBackReferrals(context)
    },
    exportOf: (userId) => exportReferrals(db, userId),
    forget: (userId) => forget(context, userId),
  }
}
