import { sql } from 'kysely'
import { APPEAL_DAYS, type Decision } from '#contract/reports.ts'
import type { Reader } from '#server/platform/db/index.ts'
import { notFound } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'
import type { TakedownRow } from './rows.ts'

/** A decision as one of those reads it whom it concerns. */
export interface ReadDecision {
  takedown: TakedownRow
  /** Null: the owner reads it. */
  reportId: string | null
  shown: Decision
}

const MS_A_DAY = 86_400_000

/** A decision by the key that came by mail. @throws {AppError} `not_found` */
export async function readDecision(reader: Reader, key: string): Promise<ReadDecision> {
  const { rows } = isId(key)
    ? await sql<{ takedown_id: string; report_id: string | null }>`
        select id as takedown_id, null::uuid as report_id from community_takedowns
          where owner_key = ${key} and action <> 'keep'
        union all select takedown_id, id from community_reports
          where reporter_key = ${key} and takedown_id is not null`.execute(reader)
    : { rows: [] }
  const [found] = rows
  if (!found) throw notFound()
  const takedown = await reader
    .selectFrom('community_takedowns')
    .selectAll()
    .where('id', '=', found.takedown_id)
    .executeTakeFirstOrThrow()
  const appeal = await reader
    .selectFrom('community_appeals')
    .select(['state', 'text', 'reason', 'created_at'])
    .where('takedown_id', '=', takedown.id)
    .where('report_id', found.report_id === null ? 'is' : '=', found.report_id)
    .executeTakeFirst()
  const shown: Decision = {
    id: key,
    reader: found.report_id === null ? 'owner' : 'reporter',
    kind: takedown.kind,
    url: takedown.url,
    action: takedown.action,
    ground: takedown.ground,
    reason: takedown.reason,
    automated: takedown.automated,
    copy: takedown.copy_of !== null,
    decided_at: takedown.decided_at.toISOString(),
    reversed: takedown.reversed_at !== null,
    appeal: appeal ? { ...appeal, created_at: appeal.created_at.toISOString() } : null,
    appeal_until: new Date(takedown.decided_at.getTime() + APPEAL_DAYS * MS_A_DAY).toISOString(),
  }
  return { takedown, reportId: found.report_id, shown }
}
