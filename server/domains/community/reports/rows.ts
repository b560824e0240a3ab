import type { Selectable } from 'kysely'
import type { Database, Tx } from '#server/platform/db/index.ts'

export type ReportRow = Selectable<Database['community_reports']>
export type TakedownRow = Selectable<Database['community_takedowns']>

/** Reports that a decision was about. */
export const reportsOf = (tx: Tx, takedownId: string): Promise<ReportRow[]> =>
  tx
    .selectFrom('community_reports')
    .selectAll()
    .where('takedown_id', '=', takedownId)
    .orderBy('id')
    .execute()
