import type { UnsaidPersonRecord } from '#contract/admin-person-record.ts'
import type { Accounts } from '#server/domains/accounts/index.ts'
import type { Consents } from '#server/domains/consents/index.ts'
import type { Uploads } from '#server/domains/media/index.ts'
import { notFound } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'
import { listAdjustments } from '../adjustments.ts'
import type { AdminContext } from '../context.ts'
import { listJobs } from '../jobs/list-jobs.ts'
import { listPayments } from '../payments.ts'
import { notesOf } from './notes.ts'

/** Rows of each list. */
const MOST = 20

export interface RecordContext extends AdminContext {
  accounts: Pick<Accounts, 'describe'>
  consents: Pick<Consents, 'allOf'>
  uploads: Pick<Uploads, 'storageOf'>
}

/** Reads the stored data of one person. @throws {AppError} `not_found` */
export async function readRecord(
  context: RecordContext,
  userId: string,
): Promise<UnsaidPersonRecord> {
  if (!isId(userId)) throw notFound()
  const { db, accounts, consents, credits, uploads } = context
  const { sessions, devices } = await accounts.describe(userId)
  const { lots, results: statement } = await credits.statement(userId, { limit: MOST })
  const ofPerson = { search: userId, limit: MOST }
  const given: UnsaidPersonRecord['consents'] = []
  for await (const { text: _text, ...consent } of consents.allOf(userId)) given.push(consent)
  const { used_bytes, limit_bytes } = await uploads.storageOf(userId)
  return {
    lots,
    unrecovered: await credits.unrecovered(db, userId),
    waiting: (await listAdjustments(context, { user: userId, state: 'waiting', limit: MOST }))
      .results,
    statement,
    jobs: (await listJobs(context, ofPerson)).results,
    payments: (await listPayments(context, ofPerson)).results,
    sessions,
    devices,
    storage: { used_bytes, limit_bytes },
    consents: given,
    notes: await notesOf(db.kysely, userId),
  }
}
