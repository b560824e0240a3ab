import { sql } from 'kysely'
import type { PlanLimits } from '#server/domains/billing/index.ts'
import type { Tx } from '#server/platform/db/index.ts'
import { seedOf } from './build-engine-request.ts'
import type { JobParameters } from './resolve-request.ts'
import type { JobRow } from './store.ts'

export interface NewJob {
  id: string
  userId: string
  parameters: JobParameters
  /** The seed that is used. */
  seed: number
  fingerprint: Buffer | null
  modelHash: string
  engine: string
  limits: PlanLimits
  quoteId: string | null
  pendingSeconds: number
  /** A job that will be made. `price` in credits a picture. */
  paid?: { price: number; holdId: string; mayMark: boolean }
  /** A job that moderation refused: it is there, but nothing is held and nothing is made. */
  blocked?: { code: string; message: string }
}

/** Writes the rows of a job and of its pictures. */
export async function insertJob(tx: Tx, job: NewJob): Promise<JobRow> {
  const { parameters, paid, blocked } = job
  const count = parameters.num_images
  const insertion = tx
    .insertInto('inference_jobs')
    .values({
      id: job.id,
      user_id: job.userId,
      type: parameters.type,
      status: blocked ? 'B' : 'P',
      parameters: JSON.stringify(parameters),
      seed: job.seed,
      fingerprint: job.fingerprint,
      model_hash: job.modelHash,
      engine: job.engine,
      num_images: count,
      unit_price: paid?.price ?? 0,
      cost_quoted: (paid?.price ?? 0) * count,
      quote_id: paid ? job.quoteId : null,
      hold_id: paid?.holdId ?? null,
      priority: job.limits.priority,
      running_limit: job.limits.running,
      may_mark: paid?.mayMark ?? false,
      error: blocked ? JSON.stringify({ code: blocked.code, message: blocked.message }) : null,
      finished_at: blocked ? sql`now()` : null,
      deadline_at: sql`now() + make_interval(secs => ${job.pendingSeconds})`,
    })
    .returningAll()
  const seeds = Array.from({ length: count }, (_, index) => seedOf(job.seed, index))
  const { rows } = await sql<JobRow>`
    with job as (${insertion}), pictures as (
      insert into prediction_images (job_id, user_id, index, status, seed, width, height)
      select job.id, job.user_id, place - 1, job.status, picture.seed,
        ${parameters.width}::integer, ${parameters.height}::integer
      from job, unnest(${seeds}::bigint[]) with ordinality as picture (seed, place)
    )
    select * from job`.execute(tx)
  return rows[0]!
}
