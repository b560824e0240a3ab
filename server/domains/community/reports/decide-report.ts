import type { DecisionAction, ReportReason } from '#contract/reports.ts'
import { transact, type Tx } from '#server/platform/db/index.ts'
import type { Fingerprint } from '#server/domains/media/index.ts'
import { notFound, userError } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'
import { t } from '#server/texts/index.ts'
import type { CommunityDeps } from '../deps.ts'
import { stopOwner } from './stop-owner.ts'
import { copiesOf, keptFingerprint, refuseImage } from './refused-images.ts'
import type { ReportRow, TakedownRow } from './rows.ts'
import { findItem, itemsHiddenBy, type ReportedItem } from './reported-item.ts'
import { emptyProfile, showItem } from './show-item.ts'
import { sameAs } from './standing-takedowns.ts'
import { addStrike, endsAccount, lockCreator, strikesOf } from './strikes.ts'
import { tellOwner, tellReporter } from './tell-decision.ts'

interface Decided {
  decision: string
  reports: number
  strikes: number | null
  banned: boolean
}

interface Choice {
  action: DecisionAction
  reason: string
  strike: boolean
}

/**
 * Decides about what was reported, for all open reports of the same. What is removed because of copies is removed with its copies, and is
 * not published again; the owner and the reporters get the reasons, and may object.
 * @throws {AppError} `not_found`; `conflict` where somebody was first
 */
export async function decideReport(
  deps: CommunityDeps,
  staffId: string,
  { id, ...choice }: Choice & { id: string },
): Promise<Decided> {
  if (!isId(id)) throw notFound()
  const first = await deps.db.kysely
    .selectFrom('community_reports')
    .select(['kind', 'item_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!first) throw notFound()
  const known = await findItem(deps.db.kysely, first.kind, first.item_id)
  // Read before the transaction: it takes moments.
  const print = known && (await fingerprintOf(deps, known))
  const { finish, ...decided } = await transact(deps.db, async (tx) => {
    const reports = await claimReports(tx, first.item_id, id)
    if (!reports.some((row) => row.id === id))
      throw userError('conflict', t('community.reportDecided'))
    const item = await findItem(tx, first.kind, first.item_id)
    if (item?.creatorId) await lockCreator(tx, item.creatorId)
    const takedown = await writeTakedown(tx, { reports, item, choice })
    await applyChoice(deps, tx, { staffId, reports, item, takedown, choice, print })
    await deps.auditReport(tx, {
      actorId: staffId,
      action: 'report_decided',
      subject: takedown.id,
      reason: choice.reason,
      data: { action: choice.action, strike: choice.strike, reports: reports.map((one) => one.id) },
    })
    await tellOwner(deps, tx, takedown)
    for (const report of reports) await tellReporter(deps, tx, takedown, report)
    const { strikes, ban } = await punish(deps, tx, { staffId, takedown, choice })
    return {
      decision: takedown.id,
      reports: reports.length,
      strikes,
      banned: ban !== null,
      finish: ban,
    }
  })
  await finish?.()
  return decided
}

async function fingerprintOf(
  { db, evidence }: CommunityDeps,
  { kind, id, imageId }: ReportedItem,
): Promise<Fingerprint | null> {
  if (imageId !== null) return evidence.fingerprintOf(imageId)
  return kind === 'image' && id !== null ? keptFingerprint(db.kysely, id) : null
}

/** Takes all open reports of the same, whichever of its ids they name. @param first comes first, whatever it is about */
async function claimReports(tx: Tx, item: string | null, first?: string): Promise<ReportRow[]> {
  const rows = await tx
    .updateTable('community_reports')
    .set({ state: 'decided' })
    .where((where) =>
      where.or([
        ...(first === undefined ? [] : [where('id', '=', first)]),
        ...(item === null ? [] : [where('item_id', 'in', sameAs(item))]),
      ]),
    )
    .where('state', '=', 'open')
    .returningAll()
    .execute()
  return rows.toSorted((a, b) => (a.id === first ? -1 : b.id === first ? 1 : 0))
}

/** The gravest of what was reported is the ground. */
const GRAVITY: readonly ReportReason[] = ['minor', 'intimate', 'illegal', 'likeness', 'copyright']
const groundOf = (reports: readonly ReportRow[]): ReportReason =>
  GRAVITY.find((reason) => reports.some((report) => report.reason === reason)) ?? reports[0]!.reason

async function writeTakedown(
  tx: Tx,
  {
    reports,
    item,
    choice,
  }: { reports: readonly ReportRow[]; item: ReportedItem | null; choice: Choice },
): Promise<TakedownRow> {
  const [report] = reports
  const hidden = reports.some(({ hidden_at: at }) => at !== null)
  const before =
    item?.kind === 'creator' && choice.action !== 'keep' ? await emptyProfile(tx, item.id!) : null
  const takedown = await tx
    .insertInto('community_takedowns')
    .values({
      kind: report!.kind,
      item_id: report!.item_id,
      url: report!.url,
      creator_id: item?.creatorId ?? null,
      action: choice.action,
      ground: groundOf(reports),
      reason: choice.reason,
      automated: hidden,
      before: before && JSON.stringify(before),
      reversed_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await answer(tx, reports, takedown)
  return takedown
}

async function answer(tx: Tx, reports: readonly ReportRow[], { id }: TakedownRow): Promise<void> {
  if (reports.length === 0) return
  await tx
    .updateTable('community_reports')
    .set({ takedown_id: id })
    .where(
      'id',
      'in',
      reports.map((report) => report.id),
    )
    .execute()
}

async function applyChoice(
  deps: CommunityDeps,
  tx: Tx,
  {
    staffId,
    reports,
    item,
    takedown,
    choice: { action, reason },
    print,
  }: {
    staffId: string
    reports: readonly ReportRow[]
    item: ReportedItem | null
    takedown: TakedownRow
    choice: Choice
    print: Fingerprint | null
  },
): Promise<void> {
  if (!item) return
  const act = { actorId: staffId, reason }
  if (action === 'keep') {
    for (const hidden of await itemsHiddenBy(tx, reports))
      await showItem(deps, tx, { item: hidden, to: 'published', ...act })
    return
  }
  await take(deps, tx, { item, takedown, reports, act })
  if (action !== 'remove' || !print) return
  await refuseImage(tx, takedown.id, print)
  const copies = await copiesOf(tx, { pixels: print.pixels, except: item.id! })
  for (const id of copies) {
    const copy = await findItem(tx, 'image', id)
    if (copy) await removeCopy(deps, tx, { copy, takedown, act })
  }
}

/** Takes something out of everybody's sight, and notes where it stood: there it goes back to. */
async function take(
  deps: CommunityDeps,
  tx: Tx,
  {
    item,
    takedown: { id, action },
    reports,
    act,
  }: {
    item: ReportedItem
    takedown: TakedownRow
    reports: readonly ReportRow[]
    act: { actorId: string; reason: string }
  },
): Promise<void> {
  const before = await showItem(deps, tx, {
    item,
    to: action === 'remove' ? 'removed' : 'hidden',
    ...act,
  })
  // A link is withheld, and no more.
  if (item.kind === 'share') return
  // Everybody saw it until a report hid it at once.
  const isHiddenByReport = reports.some(({ hidden_at: at }) => at !== null)
  const took = isHiddenByReport && (before ?? 'hidden') === 'hidden' ? 'published' : before
  if (took === null || took === 'draft' || took === 'removed') return
  await tx.updateTable('community_takedowns').set({ took }).where('id', '=', id).execute()
}

/**
 * Removes a copy together with the reported item, as a decision of its own: its owner reads why, and may object. It answers the
 * reports of the copy, too.
 */
async function removeCopy(
  deps: CommunityDeps,
  tx: Tx,
  {
    copy,
    takedown,
    act,
  }: {
    copy: ReportedItem
    takedown: TakedownRow
    act: { actorId: string; reason: string }
  },
): Promise<void> {
  const reports = await claimReports(tx, copy.id)
  const hidden = reports.some(({ hidden_at: at }) => at !== null)
  const own = await tx
    .insertInto('community_takedowns')
    .values({
      kind: copy.kind,
      item_id: copy.id,
      url: copy.url,
      creator_id: copy.creatorId,
      action: takedown.action,
      ground: takedown.ground,
      reason: takedown.reason,
      automated: hidden,
      before: null,
      copy_of: takedown.id,
      reversed_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await answer(tx, reports, own)
  await take(deps, tx, { item: copy, takedown: own, reports, act })
  await tellOwner(deps, tx, own)
  for (const report of reports) await tellReporter(deps, tx, own, report)
}

/** Adds the strike, and ends the account where a minor was shown or it was one strike too many. */
async function punish(
  deps: CommunityDeps,
  tx: Tx,
  { staffId, takedown, choice }: { staffId: string; takedown: TakedownRow; choice: Choice },
): Promise<{ strikes: number | null; ban: (() => Promise<void>) | null }> {
  const { creator_id: creatorId } = takedown
  if (creatorId === null) return { strikes: null, ban: null }
  if (choice.strike && choice.action !== 'keep') await addStrike(tx, creatorId, takedown.id)
  const strikes = (await strikesOf(tx, [creatorId])).get(creatorId) ?? 0
  const ends =
    (choice.strike && choice.action !== 'keep' && endsAccount(strikes)) ||
    (choice.action === 'remove' && takedown.ground === 'minor')
  const ban = ends ? await stopOwner(deps, tx, { staffId, creatorId, reason: choice.reason }) : null
  return { strikes, ban }
}
