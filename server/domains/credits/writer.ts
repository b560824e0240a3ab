import type { Tx } from '#server/platform/db/index.ts'
import { type Account, lockAccount } from './account.ts'
import { adjustCredits } from './adjust-credits.ts'
import { announce } from './announce.ts'
import { captureHold } from './capture-hold.ts'
import { claimLoginBonus } from './claim-login-bonus.ts'
import type { CreditContext } from './context.ts'
import { freezePayment, unfreezePayment } from './freeze-payment.ts'
import { forgiveUnrecovered } from './forgive-unrecovered.ts'
import { endGrace } from './grace.ts'
import { grantCredits } from './grant-credits.ts'
import { grantReward } from './grant-reward.ts'
import { holdCredits, openForHold } from './hold-credits.ts'
import { refundCapture } from './refund-capture.ts'
import { releaseHold } from './release-hold.ts'
import { restorePayment } from './restore-payment.ts'
import { revokePayment } from './revoke-payment.ts'
import { openAccount, applyDueEntries } from './apply-due-entries.ts'
import { withdrawPayment } from './withdraw-payment.ts'
import { followStanding } from './follow-standing.ts'
import { startFreeCredits } from './start-free-credits.ts'
import { clawBack } from './clawback.ts'
import type { BooksWriter } from './holding.ts'

export function createWriter(tx: Tx, context: CreditContext): BooksWriter {
  const withAccount = async <T>(
    userId: string,
    open: (userId: string) => Promise<Account>,
    act: (account: Account) => Promise<T>,
  ): Promise<T> => {
    const account = await open(userId)
    const result = await act(account)
    announce(account, context)
    return result
  }
  const change = <T>(userId: string, act: (account: Account) => Promise<T>) =>
    withAccount(userId, (id) => openAccount(tx, id, context), act)
  /** For operations that decide themselves when due entries are applied. */
  const changeWithoutDueEntries = <T>(userId: string, act: (account: Account) => Promise<T>) =>
    withAccount(userId, (id) => lockAccount(tx, id), act)

  return {
    grant: (input) => change(input.userId, (account) => grantCredits(account, context, input)),
    reward: (input) => change(input.userId, (account) => grantReward(account, context, input)),
    hold: (input) => holdCredits(tx, context, input),
    lock: ({ userId }) => change(userId, () => Promise.resolve()),
    openForHold: ({ userId }) => openForHold(tx, context, userId),
    capture: (input) => change(input.userId, (account) => captureHold(account, input)),
    release: (input) => change(input.userId, (account) => releaseHold(account, context, input)),
    refund: (input) => change(input.userId, (account) => refundCapture(account, context, input)),
    revoke: (input) => change(input.userId, (account) => revokePayment(account, input)),
    restore: (input) => change(input.userId, (account) => restorePayment(account, input)),
    clawBack: (input) => change(input.userId, (account) => clawBack(account, input)),
    freeze: (input) => change(input.userId, (account) => freezePayment(account, input)),
    unfreeze: (input) =>
      change(input.userId, (account) => unfreezePayment(account, context, input)),
    withdraw: (input) =>
      change(input.userId, (account) => withdrawPayment(account, context, input)),
    forgive: (input) => change(input.userId, (account) => forgiveUnrecovered(account, input)),
    endGrace: ({ userId, at }) => change(userId, (account) => endGrace(account, at ?? account.now)),
    adjust: (input) => change(input.userId, (account) => adjustCredits(account, input)),
    grantFreeMonth: (input) =>
      changeWithoutDueEntries(input.userId, (account) => startFreeCredits(account, context, input)),
    followStanding: (userIds) => followStanding(tx, context, userIds),
    claimLoginBonus: ({ userId }) =>
      change(userId, (account) => claimLoginBonus(account, context.free)),
    applyDueEntries: ({ userId }) =>
      changeWithoutDueEntries(userId, async (account) => {
        await applyDueEntries(account, context)
        return { now: account.now }
      }),
  }
}
