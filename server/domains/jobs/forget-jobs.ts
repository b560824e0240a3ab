import { sql, type SqlBool } from 'kysely'
import { forgetQuotes } from '#server/domains/orders/index.ts'
import { cancelJob } from './run/cancel-job.ts'
import { countOpen as countOpenProposals, emptyProposals } from './words/proposal-store.ts'
import type { Kind } from './kind.ts'

type ForgetDeps = Parameters<typeof cancelJob>[0]

/**
 * Cancels everything of somebody that waits or runs; what is held for it comes back.
 * @param isMeant left out: whatever it is
 */
export async function cancelAll(
  deps: Parameters<typeof cancelJob>[0],
  userId: string,
  isMeant?: (kind: Kind) => boolean,
): Promise<void> {
  const open = await deps.db.kysely
    .selectFrom('inference_jobs')
    .select(['id', 'type'])
    .where('user_id', '=', userId)
    .where('status', 'in', ['P', 'R'])
    .where('cancel_requested', '=', false)
    .execute()
  for (const { id, type } of open) {
    const kind = isMeant && (await deps.kinds.find(type))
    if (!isMeant || (kind && isMeant(kind))) await cancelJob(deps, userId, id)
  }
}

/** What of a job's parameters is somebody's own words. */
const WORDS = sql`array['prompt', 'negative_prompt', 'prompts', 'shot']`

/** The jobs stay, for the books name them, without what was asked for in words. */
async function forgetWords({ db }: ForgetDeps, userId: string): Promise<void> {
  await db.kysely
    .updateTable('inference_jobs')
    .set({
      parameters: sql<string>`(
        select jsonb_object_agg(key, case when key = any (${WORDS}) then '""' else value end)
        from jsonb_each(parameters)
      )`,
      template: null,
      progress: '{}',
      operation: null,
      fingerprint: null,
    })
    .where('user_id', '=', userId)
    .where('status', 'not in', ['P', 'R'])
    .where(
      sql<SqlBool>`(fingerprint is not null or exists (
        select from jsonb_each(parameters) where key = any (${WORDS}) and value <> '""'
      ))`,
    )
    .execute()
  await emptyProposals(db.kysely).where('user_id', '=', userId).execute()
  await db.kysely.deleteFrom('picture_reviews').where('user_id', '=', userId).execute()
  await db.kysely.deleteFrom('grids').where('user_id', '=', userId).execute()
  await db.kysely.deleteFrom('idempotency_keys').where('user_id', '=', userId).execute()
  await forgetQuotes(db.kysely, userId)
}

async function countOpen({ db }: ForgetDeps, userId: string): Promise<number> {
  const { count } = await db.kysely
    .selectFrom('inference_jobs')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('user_id', '=', userId)
    .where('status', 'in', ['P', 'R'])
    .executeTakeFirstOrThrow()
  // What is being written ends within seconds.
  return count + (await countOpenProposals(db.kysely, userId))
}

/**
 * For the deletion of an account: cancels what runs, and forgets what was asked for. The library removes the images.
 * Safe to repeat.
 * @returns how many jobs still run, on engines that cannot stop at once
 */
export async function forgetJobs(deps: ForgetDeps, userId: string): Promise<number> {
  await cancelAll(deps, userId)
  const open = await countOpen(deps, userId)
  await forgetWords(deps, userId)
  return open
}
