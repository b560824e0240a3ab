import { sql } from 'kysely'
import { adminReports, type Appeal } from '#contract/reports.ts'
import { type Reader, transact, type Tx } from '#server/platform/db/index.ts'
import { notFound, userError } from '#server/platform/errors.ts'
import { type KeysetQuery, readPage } from '#server/platform/keyset.ts'
import { isId } from '#server/platform/storable-text.ts'
import type { CommunityDeps } from '../deps.ts'
import type { ReportRow, TakedownRow } from './rows.ts'
import { appealMail } from './mails.ts'
import { admitAgain } from './refused-images.ts'
import { findItem } from './reported-item.ts'
import { restoreProfile, showItem } from './show-item.ts'
import { isTakenDown, wasShown } from './standing-takedowns.ts'
import { liftStrike } from './strikes.ts'
import { ownerOf, writeToReporter, writeToUser } from './tell-decision.ts'
import { notify } from '../notifications/notify.ts'

const USUAL = 40

const rowsOf = (reader: Reader) =>
  reader
    .selectFrom('community_appeals as appeal')
    .innerJoin('community_takedowns as takedown', 'takedown.id', 'appeal.takedown_id')
    .select(['appeal.id', 'appeal.report_id', 'appeal.text', 'appeal.signer'])
    .select(['appeal.state', 'appeal.due_at', 'appeal.created_at', 'appeal.takedown_id'])
    .select(['takedown.kind', 'takedown.url', 'takedown.action', 'takedown.ground'])
    .select(['takedown.reason', 'takedown.decided_at'])

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>

function present(row: Row): Appeal {
  const { id, text, signer, state, kind, url, action, ground, reason } = row
  return {
    id,
    reader: row.report_id === null ? 'owner' : 'reporter',
    text,
    name: signer?.name ?? null,
    address: signer?.address ?? null,
    state,
    decision: { kind, url, action, ground, reason, decided_at: row.decided_at.toISOString() },
    due_at: row.due_at.toISOString(),
    created_at: row.created_at.toISOString(),
  }
}

/** One page of objections. @throws {AppError} `invalid` for a cursor that is none */
export async function listAppeals(
  { db }: CommunityDeps,
  { state, ...query }: KeysetQuery & { state: Appeal['state'] },
): Promise<{ next: string | null; previous: string | null; results: Appeal[] }> {
  const rows = rowsOf(db.kysely).where('appeal.state', '=', state)
  const { path } = adminReports.appeals
  const { items, ...links } = await readPage(rows, { id: 'appeal.id', path, query, usually: USUAL })
  return { ...links, results: items.map(present) }
}

/**
 * Lets a decision stand, or takes it back: for the owner everything is as before, with the strike lifted; for a reporter the report is open again.
 * @throws {AppError} `not_found`; `conflict` where somebody was first
 */
export async function decideAppeal(
  deps: CommunityDeps,
  staffId: string,
  { id, action, reason }: { id: string; action: 'uphold' | 'reverse'; reason: string },
): Promise<Appeal> {
  if (!isId(id)) throw notFound()
  const isReversed = action === 'reverse'
  return transact(deps.db, async (tx) => {
    const decided = await tx
      .updateTable('community_appeals')
      .set({ state: isReversed ? 'reversed' : 'upheld', reason })
      .where('id', '=', id)
      .where('state', '=', 'open')
      .returning('takedown_id')
      .executeTakeFirst()
    const row = await rowsOf(tx).where('appeal.id', '=', id).executeTakeFirst()
    if (!row) throw notFound()
    if (!decided) throw userError('conflict', 'Somebody else has decided on this objection.')
    const takedown = await tx
      .selectFrom('community_takedowns')
      .selectAll()
      .where('id', '=', decided.takedown_id)
      .executeTakeFirstOrThrow()
    const report = row.report_id === null ? null : await findReport(tx, row.report_id)
    if (isReversed && report) await openAgain(tx, report)
    if (isReversed && !report) await takeBack(deps, tx, { staffId, takedown, reason })
    await deps.auditReport(tx, {
      actorId: staffId,
      action: 'appeal_decided',
      subject: id,
      reason,
      data: { action },
    })
    await tell(deps, tx, { takedown, report, isReversed, reason })
    return present(row)
  })
}

const findReport = (tx: Tx, id: string): Promise<ReportRow> =>
  tx.selectFrom('community_reports').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** The decision is made anew, by somebody who looks at it again. */
async function openAgain(tx: Tx, { id }: ReportRow): Promise<void> {
  await tx
    .updateTable('community_reports')
    .set({ state: 'open', hidden_at: null, due_at: sql<Date>`now() + interval '2 days'` })
    .where('id', '=', id)
    .execute()
}

async function takeBack(
  deps: CommunityDeps,
  tx: Tx,
  { staffId, takedown, reason }: { staffId: string; takedown: TakedownRow; reason: string },
): Promise<void> {
  const { id, kind, item_id: itemId, before } = takedown
  await tx
    .updateTable('community_takedowns')
    .set({ reversed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
  await liftStrike(tx, id)
  await admitAgain(tx, id)
  const item = await findItem(tx, kind, itemId)
  // Another decision about it may stand.
  if (item?.id && (await wasShown(tx, item.id)) && !(await isTakenDown(tx, item.id)))
    await showItem(deps, tx, { item, to: 'published', actorId: staffId, reason })
  if (item && before) await restoreProfile(tx, item.id!, before)
}

async function tell(
  deps: CommunityDeps,
  tx: Tx,
  {
    takedown,
    report,
    isReversed,
    reason,
  }: { takedown: TakedownRow; report: ReportRow | null; isReversed: boolean; reason: string },
): Promise<void> {
  if (report)
    return writeToReporter(deps, tx, report, (site, to) =>
      appealMail(site, to, { key: report.reporter_key, isReversed, reason }),
    )
  const owner = await ownerOf(tx, takedown.creator_id)
  if (owner === null) return
  await notify(deps, tx, { userId: owner, kind: 'takedown', takedownId: takedown.id })
  await writeToUser(deps, tx, owner, (site, to) =>
    appealMail(site, to, { key: takedown.owner_key, isReversed, reason }),
  )
}
