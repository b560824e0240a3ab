import { sql } from 'kysely'
import type { Billing } from '#server/domains/billing/index.ts'
import type { Credits } from '#server/domains/credits/index.ts'
import {
  joinSourceTypes,
  type Media,
  type SourceType,
  type StoredVideo,
} from '#server/domains/media/index.ts'
import {
  isExplicit,
  type JudgedPicture,
  judgeOfPerson,
  type Moderation,
} from '#server/domains/moderation/index.ts'
import type { EngineImage, EngineOutput, EngineVideo } from '#server/engines/spec/index.ts'
import { type Db, transact, type Tx } from '#server/platform/db/index.ts'
import type { Events } from '#server/platform/events/index.ts'
import { t } from '#server/texts/index.ts'
import type { FaceFinder } from '../inputs/find-faces.ts'
import { findInputs, type InputDeps } from '../inputs/find-inputs.ts'
import type { JobPresenter } from '../present/present-job.ts'
import { publishJob } from '../queue/publish-job.ts'
import type { FaceConsents } from '../deps.ts'
import type { Kind } from '../kind.ts'
import type { StoredVideoFacts } from '../video-facts.ts'
import { type JobRow, parametersOf } from '../store.ts'

export interface DeliverDeps extends InputDeps {
  db: Db
  faces: FaceFinder
  credits: Credits
  billing: Billing
  consents: FaceConsents
  media: Media
  moderation: Moderation
  events: Events
  presenter: JobPresenter
}

/**
 * Copies a finished picture or video to our storage, then writes its row and captures its credits, unless it lacks what it was to
 * show, in one transaction that holds only while the job runs in this very attempt. A late file is deleted, and that of a picture which
 * moderation blocks.
 * @throws {AppError} `consent_required` where the consent that it was made by was withdrawn
 * @returns `late` when the job ended or another attempt took over
 */
export async function deliverOutput(
  deps: DeliverDeps,
  kind: Kind,
  job: JobRow,
  image: EngineOutput,
): Promise<'delivered' | 'late'> {
  const { db, media } = deps
  const sourceType = await sourceTypeOf(deps, kind, job)
  const [judged, files] = await Promise.all([
    judge(deps, kind, job, image),
    store(media, {
      userId: job.user_id,
      jobId: job.id,
      attempt: job.attempt,
      output: image,
      sourceType,
      parametersText: kind.describe(parametersOf(job), image, job.model_hash),
      marked: job.may_mark,
    }),
  ])
  const record = judged.verdict === 'blocked' ? blockImage : recordImage
  const outcome = await transact(db, (tx) =>
    record(deps, tx, job, { kind, image, files, judged, sourceType }),
  ).catch(async (error: unknown) => {
    await forgetUnless(deps, files)
    throw error
  })
  if (outcome === 'late' || outcome === 'repeated' || outcome === 'blocked')
    await forgetUnless(deps, files)
  if (outcome === 'unmarked' && files.markedStorageKey !== null) {
    await media.deletePicture({
      storageKey: files.markedStorageKey,
      markedStorageKey: null,
    })
  }
  return outcome === 'late' ? 'late' : 'delivered'
}

type StoredFiles = StoredVideo

const isVideo = (output: EngineOutput): output is EngineVideo => output.contentType === 'video/mp4'

const SEVERITY: readonly JudgedPicture['verdict'][] = ['clean', 'sensitive', 'blocked']

/** A video is judged by some of its frames: the worst counts. What shows a real person is judged by the lower threshold. */
async function judge(
  deps: DeliverDeps,
  kind: Kind,
  job: JobRow,
  output: EngineOutput,
): Promise<JudgedPicture> {
  const { moderation } = deps
  const stills = isVideo(output) ? output.stills : [output.data]
  const judged = await Promise.all(stills.map((still) => moderation.judgePicture(still)))
  const bySeverity = judged.toSorted(
    (a, b) => SEVERITY.indexOf(b.verdict) - SEVERITY.indexOf(a.verdict),
  )
  const [worst] = bySeverity
  if (!worst) throw new Error('A video came without a frame')
  const isOfPerson = isExplicit(worst) && (await showsPerson(deps, kind, job))
  return isOfPerson ? judgeOfPerson(worst) : worst
}

/** Whether a job shows somebody real. An input that is gone by now counts as a face. */
async function showsPerson(deps: DeliverDeps, kind: Kind, job: JobRow): Promise<boolean> {
  if (job.shows_person) return true
  if (kind.likeness === 'kept') return false
  const inputs = kind.inputs(parametersOf(job)).filter(({ uploadsOnly }) => !uploadsOnly)
  const found = Object.values(await findInputs(deps, job.user_id, inputs))
  const shown = await Promise.all(
    found.map(async (picture) => picture === null || (await deps.faces.shows(picture))),
  )
  return shown.includes(true)
}

async function store(
  media: Media,
  {
    output,
    ...rest
  }: Omit<Parameters<Media['storePicture']>[0], 'index' | 'data'> & { output: EngineOutput },
): Promise<StoredFiles> {
  const { index, data } = output
  if (isVideo(output)) {
    const [poster] = output.stills
    if (!poster) throw new Error('A video came without a frame')
    const lastFrame = output.continuation?.by === 'frame' ? (output.stills.at(-1) ?? null) : null
    return media.storeVideo({ ...rest, index, data: poster, video: data, lastFrame })
  }
  return { ...(await media.storePicture({ ...rest, index, data })), videoStorageKey: null }
}

interface FinishedImage {
  kind: Kind
  image: EngineOutput
  files: StoredFiles
  judged: JudgedPicture
  sourceType: SourceType
}

/** How a job's pictures came to be, with what they are made of; also what was deleted since says it. */
async function sourceTypeOf({ db }: DeliverDeps, kind: Kind, job: JobRow): Promise<SourceType> {
  const parameters = parametersOf(job)
  const own = kind.sourceType(parameters)
  const ids = kind.inputs(parameters).map(({ id }) => id)
  if (ids.length === 0) return own
  const made = await db.kysely
    .selectFrom('prediction_images')
    .select('source_type')
    .where('id', 'in', ids)
    .execute()
  const inputs = made.map(({ source_type: type }) => type ?? 'trainedAlgorithmicMedia')
  return joinSourceTypes(own, inputs)
}

/** Locks the job's row, if it still runs in this attempt. */
function lockAttempt(tx: Tx, { id, attempt }: JobRow): Promise<JobRow | undefined> {
  return tx
    .selectFrom('inference_jobs')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'R')
    .where('attempt', '=', attempt)
    .forUpdate()
    .executeTakeFirst()
}

/** The picture is not delivered and not paid; its credits go back when the job ends. */
async function blockImage(
  _deps: DeliverDeps,
  tx: Tx,
  running: JobRow,
  { image, judged }: FinishedImage,
): Promise<'blocked' | 'repeated' | 'late'> {
  if (!(await lockAttempt(tx, running))) return 'late'
  const row = await tx
    .updateTable('prediction_images')
    .set({ status: 'B', rating: 'Blocked' })
    .where('job_id', '=', running.id)
    .where('index', '=', image.index)
    .where('status', '=', 'P')
    .returning('id')
    .executeTakeFirst()
  if (!row) return 'repeated'
  await askForReview(tx, running, row.id, judged)
  return 'blocked'
}

async function askForReview(
  tx: Tx,
  { user_id }: JobRow,
  imageId: string,
  { verdict, scores }: JudgedPicture,
): Promise<void> {
  if (verdict === 'clean') return
  await tx
    .insertInto('picture_reviews')
    .values({ image_id: imageId, user_id, verdict, scores: scores && JSON.stringify(scores) })
    .execute()
}

async function recordImage(
  { credits, billing, consents, events, presenter }: DeliverDeps,
  tx: Tx,
  running: JobRow,
  { kind, image, files, judged, sourceType }: FinishedImage,
): Promise<'marked' | 'unmarked' | 'repeated' | 'late'> {
  const job = await lockAttempt(tx, running)
  if (!job) return 'late'
  // An engine that does not stop at once brings its result after the withdrawal, too.
  if (kind.measuresFaces) await consents.require(job.user_id, 'faces', tx)
  const { id } = job
  const isFree = !isVideo(image) && image.lacksMainThing === true
  const row = await tx
    .updateTable('prediction_images')
    .set({
      status: 'S',
      rating: judged.rating,
      // A tool that crops knows how large its result is only now.
      width: image.width,
      height: image.height,
      source_type: sourceType,
      is_free: isFree,
      drawn_after: image.drawnAfter?.length ? JSON.stringify(image.drawnAfter) : null,
      revised_prompt: isVideo(image) ? null : (image.revisedPrompt ?? null),
      made_by: image.madeBy?.length ? JSON.stringify(image.madeBy) : null,
      storage_key: files.storageKey,
      video_storage_key: files.videoStorageKey,
      video: isVideo(image) ? JSON.stringify(factsOf(image)) : null,
      bytes: files.bytes,
      content_type: files.contentType,
      dominant_color: files.dominantColor,
      blurhash: files.blurhash,
      delivered_at: sql`now()`,
    })
    .where('job_id', '=', id)
    .where('index', '=', image.index)
    .where('status', '=', 'P')
    .returning('id')
    .executeTakeFirst()
  if (!row) return 'repeated'
  await askForReview(tx, job, row.id, judged)

  let marked = false
  const price = isVideo(image) ? priceOfVideo(job, image) : priceOfImage(kind, job, image)
  if (price !== job.unit_price) {
    job.unit_price = price
    await tx.updateTable('inference_jobs').set({ unit_price: price }).where('id', '=', id).execute()
  }
  if (job.hold_id !== null) {
    if (!isFree)
      await credits.writer(tx).capture({
        userId: job.user_id,
        holdId: job.hold_id,
        amount: price,
        externalId: `${id}:${image.index}`,
        jobId: id,
        imageId: row.id,
        text: isVideo(image)
          ? t('prices.video', { seconds: seconds(image) })
          : t('statement.image', { number: image.index + 1, count: job.num_images }),
      })
    marked =
      files.markedStorageKey !== null &&
      (await countDelivered(tx, id)) > job.free_pictures &&
      !(await billing.hasPaid(tx, job.user_id))
  }
  if (marked) {
    await tx
      .updateTable('prediction_images')
      .set({ marked_storage_key: files.markedStorageKey })
      .where('id', '=', row.id)
      .execute()
  }
  publishJob(events, tx, job.user_id, await presenter.present(tx, job))
  return marked ? 'marked' : 'unmarked'
}

const factsOf = ({ duration, fps, data, sound, continuation }: EngineVideo): StoredVideoFacts => ({
  duration,
  fps,
  bytes: data.length,
  ...(sound && { sound }),
  ...(continuation && { continuation }),
})

/** Whole seconds that are paid, at least one; of an extended video those that are new. */
const seconds = ({ duration, added = duration }: EngineVideo): number =>
  Math.max(1, Math.round(added))

/** A video that came out shorter costs as much less; one that is longer costs what was agreed. */
function priceOfVideo(job: JobRow, video: EngineVideo): number {
  const { duration: asked } = parametersOf(job) as unknown as { duration: number }
  return Math.round((job.unit_price * Math.min(asked, seconds(video))) / asked)
}

/** The price of a network that was added is paid for its work alone: it may have been removed since the order. */
function priceOfImage(kind: Kind, job: JobRow, { byAdded }: EngineImage): number {
  if (!kind.hasAddedPrice || byAdded) return job.unit_price
  return Math.min(job.unit_price, kind.price(parametersOf(job)).credits)
}

async function countDelivered(tx: Tx, jobId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('prediction_images')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('job_id', '=', jobId)
    .where('status', '=', 'S')
    .executeTakeFirstOrThrow()
  return count
}

/** Deletes files, except those of a picture that stands: a repeated delivery has the same keys. */
async function forgetUnless({ db, media }: DeliverDeps, files: StoredFiles): Promise<void> {
  const standing = await db.kysely
    .selectFrom('prediction_images')
    .select('id')
    .where('storage_key', '=', files.storageKey)
    .executeTakeFirst()
  if (!standing) await media.deletePicture(files)
}
