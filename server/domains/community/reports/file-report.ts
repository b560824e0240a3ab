import { sql } from 'kysely'
import { HOURS_TO_DECIDE, REPORTS_PER_DAY, type ReportReason } from '#contract/reports.ts'
import { transact } from '#server/platform/db/index.ts'
import { invalidField } from '#server/platform/errors.ts'
import { networkKey } from '#server/platform/rate-limit.ts'
import type { Caller } from '#server/platform/route.ts'
import { t } from '#server/texts/index.ts'
import type { CommunityDeps } from '../deps.ts'
import { ensureCreator } from '../people/creators.ts'
import { alertAdmins } from './alert-admins.ts'
import { type Named, findReported, type ReportedItem } from './reported-item.ts'
import { showItem } from './show-item.ts'

const PER_DAY = { name: 'reports', points: REPORTS_PER_DAY, seconds: 86_400 }

export interface FiledReport extends Named {
  reason: ReportReason
  text: string
  email: string | null
  name: string | null
}

interface Sender {
  caller: Caller | null
  ip: string
  language: string
}

/**
 * Takes a report. What may show a minor is hidden at once, a copy of it is kept as evidence, and the administrators are told whom to call.
 * @throws {AppError} `invalid` for what names nothing that is here, or that has no address where one is needed; `throttled`
 */
export async function fileReport(
  deps: CommunityDeps,
  { caller, ip, language }: Sender,
  { reason, text, email, name, ...named }: FiledReport,
): Promise<{ id: string }> {
  const { db, limiter, evidence } = deps
  const field = nameOf(named)
  if (reason === 'copyright' && caller === null && email === null)
    throw invalidField('email', t('community.copyrightNeedsEmail'))
  const item = await findReported(deps, named)
  if (!item) throw invalidField(field, t('community.nothingToReport'))
  await limiter.consume(PER_DAY, caller?.userId ?? networkKey(ip))
  const isMinor = reason === 'minor'
  const isSealed = isMinor && item.imageId !== null && (await evidence.seal(item.imageId, item.id!))
  return transact(db, async (tx) => {
    const isHidden = isMinor && item.isShown && item.kind !== 'creator'
    const row = await tx
      .insertInto('community_reports')
      .values({
        kind: item.kind,
        item_id: item.id,
        url: item.url,
        creator_id:
          item.ownerId === undefined ? item.creatorId : await ensureCreator(tx, item.ownerId),
        reason,
        text,
        name,
        user_id: caller?.userId ?? null,
        email: email ?? caller?.email ?? null,
        language,
        hidden_at: isHidden ? new Date() : null,
        sealed_at: isSealed ? new Date() : null,
        takedown_id: null,
        due_at: sql<Date>`now() + make_interval(hours => ${HOURS_TO_DECIDE[reason]})`,
      })
      .returning(['id', 'due_at'])
      .executeTakeFirstOrThrow()
    await deps.auditReport(tx, {
      actorId: caller?.userId ?? null,
      action: 'report_filed',
      subject: row.id,
      reason: null,
      data: { kind: item.kind, item: item.id, reason },
    })
    if (isHidden)
      await showItem(deps, tx, { item, to: 'hidden', actorId: null, reason: `Reported: ${reason}` })
    if (isMinor || reason === 'intimate') await alert(deps, tx, { item, row, reason, isSealed })
    return { id: row.id }
  })
}

function nameOf(named: Named): string {
  const given = Object.entries(named).flatMap(([field, value]) =>
    value === undefined ? [] : field,
  )
  const [field] = given
  if (field === undefined) throw invalidField('url', t('community.sayWhatYouReport'))
  if (given.length > 1) throw invalidField(given[1]!, t('community.reportOneThing'))
  return field
}

const alert = (
  deps: CommunityDeps,
  tx: Parameters<typeof alertAdmins>[1],
  {
    item,
    row,
    reason,
    isSealed,
  }: {
    item: ReportedItem
    row: { id: string; due_at: Date }
    reason: ReportReason
    isSealed: boolean
  },
): Promise<void> =>
  alertAdmins(deps, tx, {
    about: reason === 'minor' ? 'minor' : 'intimate',
    report: row.id,
    dueAt: row.due_at,
    // The file is in the storage; no page shows it.
    sealedAs: isSealed ? `sealed/${item.id}.png` : null,
  })
