import { type Selectable, sql } from 'kysely'
import { type Database, type Db, estimateRows } from '#server/platform/db/index.ts'

/*
 * What the SQL of other domains may read of jobs and their images: `selectFrom(jobs.as('j'))`, or `join ${jobs} j on` in
 * SQL as text. PostgreSQL plans each as the table itself.
 */

export const jobs = sql<
  Pick<
    Selectable<Database['inference_jobs']>,
    | 'id'
    | 'user_id'
    | 'type'
    | 'status'
    | 'parameters'
    | 'template'
    | 'engine'
    | 'first_engine'
    | 'num_images'
    | 'unit_price'
    | 'hold_id'
    | 'keeps_hold'
    | 'batch_id'
    | 'attempt'
    | 'admitted_at'
    | 'created_at'
    | 'started_at'
    | 'finished_at'
    | 'deadline_at'
    | 'error'
    | 'engine_ms'
    | 'engine_cost'
    | 'shows_person'
    | 'shows_child'
  >
>`(select id, user_id, type, status, parameters, template, engine, first_engine, num_images, unit_price, hold_id, keeps_hold, batch_id, attempt,
  admitted_at, created_at, started_at, finished_at, deadline_at, error, engine_ms, engine_cost, shows_person, shows_child from inference_jobs)`

export const images = sql<
  Pick<
    Selectable<Database['prediction_images']>,
    | 'id'
    | 'job_id'
    | 'user_id'
    | 'status'
    | 'is_free'
    | 'bytes'
    | 'deleted_at'
    | 'files_removed_at'
    | 'is_public'
    | 'withheld_at'
  >
>`(select id, job_id, user_id, status, is_free, bytes, deleted_at, files_removed_at, is_public, withheld_at from prediction_images)`

/** SQL for the credits that the delivered images of the job called `job` cost, as `capturedFor` counts them. */
export const capturedOfJob = sql<number>`job.unit_price * (
  select count(*)::integer from ${images} i where i.job_id = job.id and i.status = 'S' and not i.is_free)`

/** Improved prompts and descriptions of images. */
export const wordProposals = sql<
  Pick<Selectable<Database['word_proposals']>, 'id' | 'user_id' | 'task' | 'hold_id' | 'cost'>
>`(select id, user_id, task, hold_id, cost from word_proposals)`

/** About how many images were delivered; the partial index holds exactly these. */
export const estimateImages = (db: Db): Promise<number> =>
  estimateRows(db, 'prediction_images_user')
