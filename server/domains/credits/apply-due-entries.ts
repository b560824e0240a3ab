import type { Tx } from '#server/platform/db/index.ts'
import { people } from '#server/domains/accounts/index.ts'
import { t } from '#server/texts/index.ts'
import { type Account, lockAccount } from './account.ts'
import { expiredText } from './format-credits.ts'
import type { CreditContext } from './context.ts'
import type { DueEvent } from './due-event.ts'
import { nextFreeMonth } from './free-months.ts'
import { addLot } from './lots.ts'
import { extendByGrace } from './grace.ts'
import { findEntry, postEntry } from './post-entry.ts'
import { followRefund } from './revoke-payment.ts'

async function nextExpiry(account: Account, context: CreditContext): Promise<DueEvent | null> {
  const lot = await account.tx
    .selectFrom('credit_lots')
    .select(['id', 'kind', 'remaining', 'expires_at', 'created_at', 'grace_from'])
    .where('user_id', '=', account.userId)
    .where('remaining', '>', 0)
    .where('expires_at', 'is not', null)
    .orderBy('expires_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  const at = lot?.expires_at
  if (!lot || !at) return null
  return {
    at,
    write: async () => {
      if (lot.kind === 'plan' && lot.grace_from === null) {
        const until = await context.schedule.graceUntil(account.tx, account.userId, at)
        if (until) return extendByGrace(account, { id: lot.id, expiresAt: at }, until)
      }
      await postEntry(account, {
        kind: 'expire',
        // A lot that was given more time expires twice.
        externalId: `${lot.id}:${at.toISOString()}`,
        parts: [{ lot: lot.id, kind: lot.kind, amount: lot.remaining }],
        from: 'remaining',
        to: 'expired',
        text: expiredText(lot.kind, lot.remaining),
        // A lot that was granted too late has its line after that of its grant.
        at: at > lot.created_at ? at : lot.created_at,
      })
    },
  }
}

/** Credits of a deleted account expire at once, also those that are released to it later. */
async function nextOfClosed(account: Account): Promise<DueEvent | null> {
  const lot = await account.tx
    .selectFrom('credit_lots as lot')
    .innerJoin(people.as('owner'), 'owner.id', 'lot.user_id')
    .select(['lot.id', 'lot.kind', 'lot.remaining'])
    .where('lot.user_id', '=', account.userId)
    .where('owner.closing_at', 'is not', null)
    .where('lot.remaining', '>', 0)
    .orderBy('lot.id')
    .limit(1)
    .executeTakeFirst()
  if (!lot) return null
  return {
    at: account.now,
    write: () =>
      postEntry(account, {
        kind: 'expire',
        // Credits that are released to the lot later expire in a line of their own.
        externalId: `closed:${lot.id}:${account.now.toISOString()}`,
        parts: [{ lot: lot.id, kind: lot.kind, amount: lot.remaining }],
        from: 'remaining',
        to: 'expired',
        text: t('statement.accountDeleted', { count: lot.remaining }),
      }),
  }
}

async function nextPlanChange(account: Account, context: CreditContext): Promise<DueEvent | null> {
  const change = await context.schedule.next(account.tx, account.userId)
  if (!change) return null
  return {
    at: change.at,
    write: async () => {
      const { grant } = change
      if (grant && !(await findEntry(account, 'grant', grant.externalId))) {
        await addLot(account, { ...grant, entry: 'grant', at: change.at })
        if (grant.payment) await followRefund(account, grant.payment, grant.externalId)
      }
      await change.record(account.tx)
    },
  }
}

function earliest(events: (DueEvent | null)[]): DueEvent | null {
  // At the same instant the first in the list goes first.
  return events.reduce((first, event) => {
    if (!event || !first) return first ?? event
    return event.at < first.at ? event : first
  }, null)
}

/**
 * Writes all that fell due until now, in the order of time and dated then, however late this runs: expiries, credit
 * months of the plan, free months. So no balance depends on when a job ran.
 */
export async function applyDueEntries(account: Account, context: CreditContext): Promise<void> {
  for (;;) {
    const free = await nextFreeMonth(account, context)
    const next = earliest([
      await nextExpiry(account, context),
      await nextPlanChange(account, context),
      await nextOfClosed(account),
      free === 'unverified' ? null : free,
    ])
    if (next && next.at <= account.now) {
      await next.write()
      continue
    }
    await expectNext(account, free === 'unverified' ? null : (next?.at ?? null))
    return
  }
}

async function expectNext(account: Account, at: Date | null): Promise<void> {
  if (at?.getTime() === account.nextDueAt?.getTime()) return
  account.nextDueAt = at
  await account.tx
    .updateTable('credit_accounts')
    .set({ next_due_at: at, settled_at: account.now })
    .where('user_id', '=', account.userId)
    .execute()
}

/** Locks the account and brings it up to now. */
export async function openAccount(
  tx: Tx,
  userId: string,
  context: CreditContext,
): Promise<Account> {
  const account = await lockAccount(tx, userId)
  const isDue = account.nextDueAt === null || account.nextDueAt <= account.now
  if (isDue) {
    await applyDueEntries(account, context)
    account.outdated = true
  }
  return account
}
