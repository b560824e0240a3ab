import { sql } from 'kysely'
import type { Decision } from '#contract/reports.ts'
import { transact, type Tx } from '#server/platform/db/index.ts'
import { userError } from '#server/platform/errors.ts'
import { networkKey } from '#server/platform/rate-limit.ts'
import { t } from '#server/texts/index.ts'
import type { CommunityDeps } from '../deps.ts'
import { reportsOf, type TakedownRow } from './rows.ts'
import { counterNoticeMail } from './mails.ts'
import { readDecision } from './read-decision.ts'
import { writeToReporter } from './tell-decision.ts'

const PER_DAY = { name: 'appeals', points: 20, seconds: 86_400 }
const DAYS_TO_DECIDE = 14

interface Objection {
  decision: string
  text: string
  name: string | null
  address: string | null
}

/**
 * Takes an objection to a decision, one from each side. With name and address it is a counter-notice against a copyright notice, and
 * goes to who sent that.
 * @throws {AppError} `not_found`, `throttled`; `conflict` for a second one, and when the time for it is over
 */
export async function fileAppeal(
  deps: CommunityDeps,
  ip: string,
  { decision: key, text, name, address }: Objection,
): Promise<Decision> {
  const { takedown, reportId, shown } = await readDecision(deps.db.kysely, key)
  if (shown.appeal) throw userError('conflict', t('community.alreadyObjected'))
  if (shown.reversed || Date.parse(shown.appeal_until) < Date.now())
    throw userError('conflict', t('community.tooLateToObject'))
  await deps.limiter.consume(PER_DAY, networkKey(ip))
  const signer = name && address ? { name, address } : null
  await transact(deps.db, async (tx) => {
    const row = await tx
      .insertInto('community_appeals')
      .values({
        takedown_id: takedown.id,
        report_id: reportId,
        text,
        signer: signer && JSON.stringify(signer),
        reason: null,
        due_at: sql<Date>`now() + make_interval(days => ${DAYS_TO_DECIDE})`,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!row) throw userError('conflict', t('community.alreadyObjected'))
    await deps.auditReport(tx, {
      actorId: null,
      action: 'appeal_filed',
      subject: row.id,
      reason: null,
      data: { decision: takedown.id },
    })
    if (reportId === null && takedown.ground === 'copyright' && signer)
      await passOn(deps, tx, takedown, { ...signer, text })
  })
  return (await readDecision(deps.db.kysely, key)).shown
}

async function passOn(
  deps: CommunityDeps,
  tx: Tx,
  { id, url }: TakedownRow,
  notice: { name: string; address: string; text: string },
): Promise<void> {
  for (const report of await reportsOf(tx, id))
    await writeToReporter(deps, tx, report, (site, to) =>
      counterNoticeMail(site, to, { ...notice, url }),
    )
}
