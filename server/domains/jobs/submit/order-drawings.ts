import type { z } from 'zod'
import { TextToImageRequest } from '#contract/jobs/text-to-image.ts'
import type { PredictionImage } from '#contract/prediction-images.ts'
import type { Tx } from '#server/platform/db/index.ts'
import { awaitStatements, seeChildren } from '../children/see-children.ts'
import { presentImages, type PictureDeps } from '../present/present-image.ts'
import { invalidField } from '#server/platform/errors.ts'
import { cancelJob } from '../run/cancel-job.ts'
import { findOwnBatch, imagesOf, isEnded } from '../store.ts'
import { prepareJob, type PreparedJob } from './prepare-job.ts'
import { readUserQueue } from './user-queue.ts'
import type { StartDeps } from './start-generation.ts'
import { writeAndAdmit } from './write-job.ts'

export type DrawingOrder = z.input<typeof TextToImageRequest>

/** Drawings that another domain orders and pays for, as one batch. */
export interface Drawings {
  /** Checks them, before anything is locked. @throws {AppError} `invalid`, `unavailable` */
  prepare(userId: string, orders: readonly DrawingOrder[]): Promise<PreparedJob[]>
  /** Comes first in the transaction of {@link insert}, before the payer's account is locked. */
  awaitStatements(tx: Tx, prepared: readonly PreparedJob[]): Promise<void>
  /**
   * Makes the jobs, each of one picture, paid from a hold at `price` a picture: what is not delivered goes back by itself.
   * @returns their ids, in order
   */
  insert(tx: Tx, order: DrawingsOrder): Promise<string[]>
  /** What became of jobs, by their id. */
  read(userId: string, jobs: readonly string[]): Promise<Map<string, Drawn>>
  /** Cancels what is open of a batch. Safe to repeat. @returns ids of all its images */
  cancel(userId: string, batchId: string): Promise<string[]>
}

export interface DrawingsOrder {
  userId: string
  prepared: readonly PreparedJob[]
  batchId: string
  /** Null: they are paid in another way, at no price. */
  holdId: string | null
  price: number
}

export interface Drawn {
  hasEnded: boolean
  endedAt: Date | null
  /** Its owner ended it. */
  isCanceled: boolean
  /** Null: it was not delivered, or is deleted. */
  image: PredictionImage | null
  /** Key of the image's stored file, as it was drawn. */
  storageKey: string | null
}

type Deps = StartDeps & PictureDeps & Parameters<typeof cancelJob>[0]

export function createDrawings(deps: Deps): Drawings {
  return {
    prepare: (userId, orders) =>
      Promise.all(
        orders.map(async (order) => {
          const job = await prepareJob(deps, userId, TextToImageRequest.parse(order))
          if (!job.verdict.allowed) throw invalidField('prompt', job.verdict.message)
          return job
        }),
      ),
    awaitStatements,
    async insert(tx, { userId, prepared, batchId, holdId, price }) {
      const ids: string[] = []
      for (const job of await seeChildren(deps, tx, prepared)) {
        const place = await readUserQueue(tx, userId, job.lane)
        const paid = { price, holdId, freePictures: 0, mayMark: false }
        const { id } = await writeAndAdmit(deps, tx, job, { place, batchId, paid })
        ids.push(id)
      }
      return ids
    },
    async read(userId, jobs) {
      const drawn = new Map<string, Drawn>()
      if (jobs.length === 0) return drawn
      const { kysely } = deps.db
      const rows = await kysely
        .selectFrom('inference_jobs')
        .selectAll()
        .where('id', 'in', [...jobs])
        .where('user_id', '=', userId)
        .execute()
      const images = await imagesOf(
        kysely,
        rows.map(({ id }) => id),
      )
      for (const job of rows) {
        const image = images.find((one) => one.job_id === job.id)
        const isThere = image?.status === 'S' && image.deleted_at === null
        const [shown] = isThere ? await presentImages(deps, deps.db, [{ job, image }]) : []
        drawn.set(job.id, {
          hasEnded: isEnded(job),
          endedAt: job.finished_at,
          isCanceled: job.status === 'CD',
          image: shown ?? null,
          storageKey: isThere ? image.storage_key : null,
        })
      }
      return drawn
    },
    async cancel(userId, batchId) {
      const jobs = await findOwnBatch(deps.db.kysely, userId, batchId)
      for (const job of jobs.toReversed()) {
        if (!isEnded(job)) await cancelJob(deps, userId, job.id)
      }
      const images = await imagesOf(
        deps.db.kysely,
        jobs.map(({ id }) => id),
      )
      return images.map(({ id }) => id)
    },
  }
}
