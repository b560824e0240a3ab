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
    .selectFrom('community_reports as report')
    .leftJoin('community_appeals as appeal', 'appeal.report_id', 'report.id')
    .select(['report.id', 'report.url', 'report.reason', 'report.text', 'report.state'])
    .select(['report.created_at', 'appeal.text as appeal'])
    .where('report.user_id', '=', userId)
    .orderBy('report.id')
    .orderBy('appeal.id')
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
  const strikes = await kysely
    .selectFrom('community_strikes as strike')
    .innerJoin('community_creators as creator', 'creator.id', 'strike.creator_id')
    .select(['strike.created_at', 'strike.lifted_at'])
    .where('creator.user_id', '=', userId)
    .orderBy('strike.id')
    .execute()
  return {
    reports: reports.map((row) => ({ ...row, created_at: row.created_at.toISOString() })),
    decisions,
    strikes: strikes.map((row) => ({
      created_at: row.created_at.toISOString(),
      lifted_at: row.lifted_at?.toISOString() ?? null,
    })),
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
