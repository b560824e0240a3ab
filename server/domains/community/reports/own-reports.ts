import type { z } from 'zod'
import type { ExportedReports } from '#contract/reports.ts'
import type { Db, Reader } from '#server/platform/db/index.ts'
import { readDecision } from './read-decision.ts'

/** What somebody reported, and what was decided about theirs; for the copy of their data. */
export async function ownReports(
  kysely: Reader,
  userId: string,
): Promise<z.infer<typeof ExportedReports>> {
  const reports = await kysely
    .selectFrom('community_reports')
    .select(['id', 'url', 'reason', 'text', 'state', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  const takedowns = await kysely
    .selectFrom('community_takedowns as takedown')
    .innerJoin('community_creators as creator', 'creator.id', 'takedown.creator_id')
    .select('takedown.owner_key')
    .where('creator.user_id', '=', userId)
    .where('takedown.action', '<>', 'keep')
    .orderBy('takedown.id')
    .execute()
  const decisions = []
  for (const { owner_key: key } of takedowns)
    decisions.push((await readDecision(kysely, key)).shown)
  return {
    reports: reports.map((row) => ({ ...row, created_at: row.created_at.toISOString() })),
    decisions,
  }
}

/** For the deletion of an account: what it reported stays, without words and address; what it was told is removed. */
export async function forgetReporter({ kysely }: Db, userId: string): Promise<void> {
  await kysely
    .deleteFrom('community_appeals')
    .where('report_id', 'in', (reports) =>
      reports.selectFrom('community_reports').select('id').where('user_id', '=', userId),
    )
    .execute()
  await kysely
    .updateTable('community_reports')
    .set({ text: '', name: null, email: null })
    .where('user_id', '=', userId)
    .execute()
  await kysely.deleteFrom('community_notifications').where('user_id', '=', userId).execute()
}
