import type { WordTemplate } from '#contract/wildcards.ts'
import { leaveToCommit, statement, type Tx } from '#server/platform/db/index.ts'
import { type Said, storeFailure } from '#server/texts/index.ts'
import type { StoredParameters } from '../kind.ts'
import { seedOf } from '../seeds.ts'
import type { UserQueue } from './user-queue.ts'
import { type JobRow, parametersOf } from '../store.ts'

export interface NewJob {
  userId: string
  place: UserQueue
  type: string
  parameters: StoredParameters
  /** Its words as they were written, where words were drawn. */
  template: WordTemplate | null
  /** The seed that is used; null where it means nothing. */
  seed: number | null
  /** How many pictures it makes. */
  outputs: number
  /** Units of work in all. */
  work: number
  fingerprint: Buffer | null
  modelHash: string | null
  engine: string
  lane: string
  quoteId: string | null
  pendingSeconds: number
  /** It shows somebody real, whatever its inputs show. */
  showsPerson: boolean
  /** It shows the child of whoever orders it: its images are never public. */
  showsChild: boolean
  /** The batch of jobs that were ordered together. */
  batchId?: string
  /** A job that will be made. `price` in credits a picture. */
  paid?: {
    price: number
    /** Null: nothing is held, for it costs nothing here. */
    holdId: string | null
    freePictures: number
    mayMark: boolean
    /** The hold is another domain's, which gives back what is not spent of it. */
    keepsHold?: boolean
  }
  /** A job that moderation refused: it is there, but nothing is held and nothing is made. */
  blocked?: { code: string; message: Said }
}

/** The row of a new job; the database would fill in the same. */
export function newJobRow(job: NewJob): JobRow {
  const { place, parameters, paid, blocked, outputs: count } = job
  return {
    id: place.id,
    user_id: job.userId,
    type: job.type,
    status: blocked ? 'B' : 'P',
    parameters,
    template: job.template,
    seed: job.seed,
    fingerprint: job.fingerprint,
    model_hash: job.modelHash,
    engine: job.engine,
    lane: job.lane,
    work: job.work,
    num_images: count,
    unit_price: paid?.price ?? 0,
    cost_quoted: (paid?.price ?? 0) * count,
    quote_id: paid ? job.quoteId : null,
    hold_id: paid?.holdId ?? null,
    weight: place.limits.weight,
    line: null,
    turn_seconds: null,
    came: null,
    passed_before: null,
    turn: null,
    running_limit: place.limits.running,
    may_mark: paid?.mayMark ?? false,
    free_month: paid ? place.month : null,
    free_pictures: paid?.freePictures ?? 0,
    attempt: 0,
    handed_back: 0,
    admitted_at: null,
    operation: null,
    progress: {},
    error: blocked ? storeFailure(blocked) : null,
    cancel_requested: false,
    batch_id: job.batchId ?? null,
    keeps_hold: paid?.keepsHold ?? false,
    shows_person: job.showsPerson,
    shows_child: job.showsChild,
    created_at: place.createdAt,
    started_at: null,
    finished_at: blocked ? place.createdAt : null,
    removed_at: null,
    deadline_at: new Date(place.createdAt.getTime() + job.pendingSeconds * 1000),
    heartbeat_at: null,
    engine_ms: null,
    engine_cost: null,
    first_engine: null,
  }
}

/** Columns in the order of the values; the others are as the table has them for a new row. */
const COLUMNS = [
  'id',
  'user_id',
  'type',
  'status',
  'parameters',
  'template',
  'seed',
  'fingerprint',
  'model_hash',
  'engine',
  'lane',
  'work',
  'num_images',
  'unit_price',
  'cost_quoted',
  'quote_id',
  'hold_id',
  'weight',
  'running_limit',
  'may_mark',
  'free_month',
  'free_pictures',
  'batch_id',
  'keeps_hold',
  'shows_person',
  'shows_child',
  'error',
  'created_at',
  'finished_at',
  'deadline_at',
] as const satisfies (keyof JobRow)[]

const WIDTH = COLUMNS.length + 1

const INSERT = statement(`
  with job as (
    insert into inference_jobs (${COLUMNS.join(', ')})
    values (${COLUMNS.map((_, index) => `$${index + 1}`).join(', ')})
  )
  insert into prediction_images (job_id, user_id, status, width, height, index, seed)
  select $1, $2, $4, $${WIDTH}::integer, $${WIDTH + 1}::integer, place - 1, seed
  from unnest($${WIDTH + 2}::bigint[]) with ordinality as picture (seed, place)`)

/** Writes a new job and the rows of its pictures; sent, and not waited for. */
export function insertJob(tx: Tx, job: JobRow): void {
  const { width, height } = parametersOf(job)
  const seeds = Array.from({ length: job.num_images }, (_, index) => seedOf(job.seed, index))
  leaveToCommit(INSERT.run(tx, [...COLUMNS.map((column) => job[column]), width, height, seeds]))
}
