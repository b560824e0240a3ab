import type { Db } from '#server/platform/db/index.ts'
import type { Events } from '#server/platform/events/index.ts'
import type { Log } from '#server/platform/log.ts'
import { moveUpAllLines } from './move-up.ts'
import type { CreditContext } from './context.ts'
import type { FreePolicy } from './free-policy.ts'
import { hasBoughtPack, readBalance, readLoginBonus } from './read-balance.ts'
import { readUpToDate } from './read-up-to-date.ts'
import { nameOldLines } from './name-old-lines.ts'
import { readStatement } from './read-statement.ts'
import { findUnrecovered } from './revocations.ts'
import { reconcile } from './reconcile.ts'
import { creditRoutes } from './routes.ts'
import { applyAllDueEntries } from './apply-all-due-entries.ts'
import type { CreditBooks } from './holding.ts'
import type { PlanSchedule } from './types.ts'
import { creditsOfPayment } from './withdraw-payment.ts'
import { createWriter } from './writer.ts'

export interface CreditsDeps {
  db: Db
  events: Pick<Events, 'publish'>
  /** `sharedSecret(db, 'credits')`; with another one everybody could get this month's free credits again. */
  secret: Buffer
  free: FreePolicy
  /** When plans grant and end: billing's. */
  schedule: PlanSchedule
  log: Log
}

export function createCredits({ db, log, events, ...rest }: CreditsDeps): CreditBooks {
  const context: CreditContext = { events, ...rest }
  const core: Omit<CreditBooks, 'routes'> = {
    writer: (tx) => createWriter(tx, context),
    balance: (reader, userId) =>
      readUpToDate(reader, { userId, context }, (from) => readBalance(from, userId)),
    statement: (userId, page) =>
      readUpToDate(db, { userId, context }, (from) =>
        // One moment for all of it, so that balance, lots and lines agree.
        from
          .transaction()
          .setIsolationLevel('repeatable read')
          .setAccessMode('read only')
          .execute((moment) => readStatement(moment, userId, page)),
      ),
    loginBonus: (reader, userId) =>
      readUpToDate(reader, { userId, context }, (from) =>
        readLoginBonus(from, userId, context.free),
      ),
    unrecovered: (reader, userId) =>
      readUpToDate(reader, { userId, context }, (from) => findUnrecovered(from, userId)),
    hasBoughtPack: (reader, userId) =>
      readUpToDate(reader, { userId, context }, (from) => hasBoughtPack(from, userId)),
    ofPayment: (reader, { userId, payment }) =>
      readUpToDate(reader, { userId, context }, (from) => creditsOfPayment(from, userId, payment)),
    applyAllDueEntries: () => applyAllDueEntries(db, context, log),
    nameOldLines: () => nameOldLines(db),
    moveUpAllLines: () => moveUpAllLines(db, context),
    reconcile: () => reconcile(db.kysely),
  }
  return { ...core, routes: creditRoutes(db, core) }
}
