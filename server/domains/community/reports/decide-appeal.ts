import { sql } from 'kysely'
import { adminReports, type Appeal } from '#contract/reports.ts'
import { type Reader, transact, type Tx } from '#server/platform/db/index.ts'
import { notFound, userError } from '#server/platform/errors.ts'
import { type KeysetQuery, readPage } from '#server/platform/keyset.ts'
import { isId } from '#server/platform/storable-text.ts'
import { t } from '#server/texts/index.ts'
import type { CommunityDeps } from '../deps.ts'
import { type ReportRow, reportsOf, type TakedownRow } from './rows.ts'
import { appealMail } from './mails.ts'
import { giveBack } from './give-back.ts'
import { admitAgain } from './refused-images.ts'
import { findItem, itemsHiddenBy } from './reported-item.ts'
import { restoreProfile, showItem } from './show-item.ts'
import { isTakenDown } from './standing-takedowns.ts'
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
    .select(
      sql<number>`case when appeal.report_id is null then (
        select count(*)::integer from community_takedowns copy
        where copy.copy_of = takedown.id and copy.reversed_at is null) else 0 end`.as('copies'),
    )

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>

function present(row: Row): Appeal {
  const { id, text, signer, state, kind, url, action, ground, reason, copies } = row
  return {
    id,
    reader: row.report_id === null ? 'owner' : 'reporter',
    text,
    name: signer?.name ?? null,
    address: signer?.address ?? null,
    state,
    decision: { kind, url, action, ground, reason, decided_at: row.decided_at.toISOString() },
    copies,
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

interface Judgement {
  action: 'uphold' | 'reverse'
  /** Whether the copies that were removed with it come back, too. */
  copies: boolean
  reason: string
}

/**
 * Lets a decision stand, or takes it back: for the owner everything is as before, with the strike lifted; for a reporter the report is open again.
 * @throws {AppError} `not_found`; `conflict` where somebody was first
 */
export async function decideAppeal(
  deps: CommunityDeps,
  staffId: string,
  { id, action, copies, reason }: Judgement & { id: string },
): Promise<Appeal> {
  if (!isId(id)) throw notFound()
  const isReversed = action === 'reverse'
  return transact(deps.db, async (tx) => {
    const { takedown, copies: removed } = await lockDecisions(tx, id)
    const decided = await tx
      .updateTable('community_appeals')
      .set({ state: isReversed ? 'reversed' : 'upheld', reason })
      .where('id', '=', id)
      .where('state', '=', 'open')
      .returning('id')
      .executeTakeFirst()
    if (!decided) throw userError('conflict', t('community.objectionDecided'))
    const row = await rowsOf(tx).where('appeal.id', '=', id).executeTakeFirstOrThrow()
    const report = row.report_id === null ? null : await findReport(tx, row.report_id)
    if (isReversed && report) await openAgain(tx, report)
    if (isReversed && !report) {
      const act = { staffId, reason }
      await takeBack(deps, tx, { ...act, takedown })
      for (const copy of copies ? removed : [])
        await takeCopyBack(deps, tx, { ...act, takedown: copy })
    }
    await deps.auditReport(tx, {
      actorId: staffId,
      action: 'appeal_decided',
      subject: id,
      reason,
      data: { action, ...(copies && { copies }) },
    })
    await tell(deps, tx, { takedown, report, isReversed, reason })
    return present(row)
  })
}

const findReport = (tx: Tx, id: string): Promise<ReportRow> =>
  tx.selectFrom('community_reports').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Somebody else looks at it and decides. */
async function openAgain(tx: Tx, { id }: ReportRow): Promise<void> {
  await tx
    .updateTable('community_reports')
    .set({ state: 'open', hidden_at: null, due_at: sql<Date>`now() + interval '2 days'` })
    .where('id', '=', id)
    .execute()
}

/**
 * Locks the decision that an objection is about, with those about the copies that it removed: decisions about one of these at the
 * same time wait, always in this order.
 * @throws {AppError} `not_found`
 */
async function lockDecisions(
  tx: Tx,
  appeal: string,
): Promise<{ takedown: TakedownRow; copies: TakedownRow[] }> {
  const { rows } = await sql<TakedownRow>`
    select takedown.* from community_takedowns takedown
    join community_appeals appeal
      on appeal.takedown_id in (takedown.id, takedown.copy_of)
    where appeal.id = ${appeal} order by takedown.id for no key update of takedown`.execute(tx)
  const [takedown, ...copies] = rows
  if (!takedown) throw notFound()
  return { takedown, copies }
}

interface TakingBack {
  staffId: string
  takedown: TakedownRow
  reason: string
}

/** A copy that was removed with the first comes back with it; an objection of its owner is answered by that. */
async function takeCopyBack(deps: CommunityDeps, tx: Tx, given: TakingBack): Promise<void> {
  const { takedown, reason } = given
  if (!(await takeBack(deps, tx, given))) return
  await tx
    .updateTable('community_appeals')
    .set({ state: 'reversed', reason })
    .where('takedown_id', '=', takedown.id)
    .where('report_id', 'is', null)
    .where('state', '=', 'open')
    .execute()
  await tell(deps, tx, { takedown, report: null, isReversed: true, reason })
}

/** Gives back what a decision took, and no more. @returns false where it was taken back before */
async function takeBack(
  deps: CommunityDeps,
  tx: Tx,
  { staffId, takedown, reason }: TakingBack,
): Promise<boolean> {
  const { id, kind, item_id: itemId, before } = takedown
  const reversed = await tx
    .updateTable('community_takedowns')
    .set({ reversed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('reversed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!reversed) return false
  await liftStrike(tx, id)
  await admitAgain(tx, id)
  const act = { actorId: staffId, reason }
  if (itemId !== null) await giveBack(deps, tx, { item: itemId, ...act })
  // The same image may have been hidden under another id, by a report that this decision answered.
  for (const other of await itemsHiddenBy(tx, await reportsOf(tx, id)))
    if (other.id !== itemId) await showItem(deps, tx, { item: other, to: 'published', ...act })
  const profile = before && (await findItem(tx, kind, itemId))
  if (profile?.id) await bringBackProfile(tx, profile.id, takedown)
  return true
}

/** Texts that another decision keeps away are handed to that one: it brings them back when it is reversed. */
async function bringBackProfile(tx: Tx, item: string, { id, before }: TakedownRow): Promise<void> {
  if (!(await isTakenDown(tx, item))) return restoreProfile(tx, item, before!)
  await sql`
    update community_takedowns set before = ${JSON.stringify(before)}
    where id = (
      select id from community_takedowns where item_id = ${item} and id > ${id}
        and action <> 'keep' and reversed_at is null
      order by id limit 1)`.execute(tx)
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
