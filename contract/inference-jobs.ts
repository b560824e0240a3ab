import { z } from 'zod'
import { Id, IdParams, page, PageQuery, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { GenerationParameters, GenerationRequest } from './generation-request.ts'
import { BatchRequest } from './jobs/batch.ts'
import { FaceSwapRequest } from './jobs/face-swap.ts'
import { HeadshotBackground } from './jobs/headshots.ts'
import { AvatarStyles, InstantAvatarsRequest } from './jobs/instant-avatars.ts'
import { RemoveBackgroundChoice, RemoveBackgroundRequest } from './jobs/remove-background.ts'
import { UpscaleChoice } from './jobs/upscale.ts'
import { JobStatus, JobType, PredictionImage } from './prediction-images.ts'
import { WordTemplate } from './wildcards.ts'
import { Failure } from './said.ts'
import * as routes from './routes.ts'

export const JobProgress = z.object({
  /** Units of work done, of `steps`: sampling steps, tiles, frames, seconds. */
  step: z.number().int(),
  steps: z.number().int(),
  fraction: z.number(),
  /** Whether the engine has said that it is at work; one that tells no steps says only this. */
  begun: z.boolean(),
  preview_url: z.string().nullable(),
  /** One small preview a picture that is on its way, by picture index. */
  previews: z.array(z.object({ index: z.number().int(), url: z.string() })),
})
export type JobProgress = z.infer<typeof JobProgress>

export const Job = z.object({
  id: Id,
  type: JobType,
  status: JobStatus,
  created_at: Timestamp,
  started_at: Timestamp.nullable(),
  finished_at: Timestamp.nullable(),
  deadline_at: Timestamp,
  parameters: GenerationParameters,
  /** Left out where no words were drawn; those that were are in `parameters`. */
  template: WordTemplate.optional(),
  /** Pictures that it makes when all goes well. */
  outputs: z.number().int(),
  cost: z.object({
    quoted: z.number().int(),
    held: z.number().int(),
    captured: z.number().int(),
    released: z.number().int(),
  }),
  progress: JobProgress,
  queue: z.object({
    /** Jobs before this one; while running those before it in its engine's own line, as far as that tells; null when ended. */
    position: z.number().int().nullable(),
    /** Seconds until done, median and 90th percentile; null when unknown or ended. */
    eta_p50: z.number().nullable(),
    eta_p90: z.number().nullable(),
  }),
  engine: z.string(),
  /** Where it was sent first, if another engine with the same model took over; else null. */
  first_engine: z.string().nullable(),
  /** Companies that are given what it starts from; left out: it stays with who runs this site. */
  photos_go_to: z.array(z.string()).optional(),
  attempt: z.number().int(),
  images: z.array(PredictionImage),
  error: Failure.nullable(),
  cancel_requested: z.boolean(),
  /** Id of the batch it was ordered in; null if it was ordered alone. */
  batch: Id.nullable(),
})
export type Job = z.infer<typeof Job>
/** As the server writes it: its texts may be keys and their values. */
export type UnsaidJob = Omit<Job, 'error'> & Pick<z.input<typeof Job>, 'error'>

/** Jobs that were ordered together, in their order. */
export const Batch = z.object({ id: Id, results: z.array(Job) })
export type Batch = z.infer<typeof Batch>
/** As {@link UnsaidJob}. */
export type UnsaidBatch = Omit<Batch, 'results'> & { results: UnsaidJob[] }

export const SUBMIT_ERRORS = [
  'email_not_verified',
  'account_limited',
  'plan_required',
  'not_enough_credits',
  'idempotency_mismatch',
  'quote_mismatch',
  'quote_used',
  'quote_expired',
  'queue_full',
  'unavailable',
] as const

export const inferenceJobs = {
  create: endpoint({
    ...routes.inferenceJobs.create,
    access: 'user',
    summary: 'Start a generation; header Idempotency-Key makes a repeat answer the same job',
    body: GenerationRequest,
    response: Job,
    statuses: [201],
    errors: [...SUBMIT_ERRORS, 'consent_required'],
  }),
  createOrFind: endpoint({
    ...routes.inferenceJobs.createOrFind,
    access: 'user',
    summary: 'The own job with the same parameters and seed, else a new one (201)',
    body: GenerationRequest,
    response: Job,
    statuses: [200, 201],
    errors: [...SUBMIT_ERRORS, 'consent_required'],
  }),
  removeBackground: endpoint({
    ...routes.inferenceJobs.removeBackground,
    access: 'user',
    summary: 'Cut out the subject of an image: a job of type RB',
    body: RemoveBackgroundRequest.omit({ type: true }),
    response: Job,
    statuses: [201],
    errors: SUBMIT_ERRORS,
  }),
  upscale: endpoint({
    ...routes.inferenceJobs.upscale,
    access: 'user',
    summary: 'Enlarge an image: a job of type UI, or UU with pro',
    body: UpscaleChoice.extend({ image: Id }),
    response: Job,
    statuses: [201],
    errors: SUBMIT_ERRORS,
  }),
  faceSwap: endpoint({
    ...routes.inferenceJobs.faceSwap,
    access: 'user',
    summary: 'Put faces of one image into another: a job of type FS',
    body: FaceSwapRequest.omit({ type: true }),
    response: Job,
    statuses: [201],
    errors: [...SUBMIT_ERRORS, 'consent_required'],
  }),
  instantAvatars: endpoint({
    ...routes.inferenceJobs.instantAvatars,
    access: 'user',
    summary: 'Show the person of a portrait in some looks: a job of type ISI',
    body: InstantAvatarsRequest.omit({ type: true }),
    response: Job,
    statuses: [201],
    errors: SUBMIT_ERRORS,
  }),
  createBatch: endpoint({
    ...routes.inferenceJobs.createBatch,
    access: 'user',
    summary: 'Start up to 50 jobs of one type with one hold; header Idempotency-Key as for one',
    body: BatchRequest,
    maxBodyBytes: 256 * 1024,
    response: Batch,
    statuses: [201],
    errors: [...SUBMIT_ERRORS, 'consent_required'],
  }),
  batch: endpoint({
    ...routes.inferenceJobs.batch,
    access: 'user',
    summary: 'The jobs of a batch',
    params: IdParams,
    response: Batch,
  }),
  cancelBatch: endpoint({
    ...routes.inferenceJobs.cancelBatch,
    access: 'user',
    summary: 'Cancel what has not ended of a batch; what was delivered stays and is paid',
    params: IdParams,
    body: z.strictObject({}).optional(),
    response: Batch,
  }),
  zipBatch: endpoint({
    ...routes.inferenceJobs.zipBatch,
    access: 'user',
    summary: 'All delivered images of a batch in one file',
    params: IdParams,
    download: 'application/zip',
    response: z.null(),
  }),
  avatarStyles: endpoint({
    ...routes.inferenceJobs.avatarStyles,
    access: 'public',
    summary: 'The looks of instant avatars',
    response: AvatarStyles,
  }),
  headshotBackgrounds: endpoint({
    ...routes.inferenceJobs.headshotBackgrounds,
    access: 'public',
    summary: 'The backgrounds of headshots',
    response: z.object({ results: z.array(HeadshotBackground) }),
  }),
  detail: endpoint({
    ...routes.inferenceJobs.detail,
    access: 'user',
    summary: 'One job',
    params: IdParams,
    response: Job,
  }),
  successDetail: endpoint({
    ...routes.inferenceJobs.successDetail,
    access: 'user',
    summary: 'One ended job that delivered; 404 while it has not',
    params: IdParams,
    response: Job,
  }),
  cancel: endpoint({
    ...routes.inferenceJobs.cancel,
    access: 'user',
    summary: 'Cancel; what is not delivered is released. An ended job is answered unchanged',
    params: IdParams,
    body: z.strictObject({}).optional(),
    response: Job,
  }),
  removeBackgroundOf: endpoint({
    ...routes.inferenceJobs.removeBackgroundOf,
    access: 'user',
    summary: 'Cut out the subject of an image that was made here: a job of type RB',
    params: IdParams,
    body: RemoveBackgroundChoice.optional(),
    response: Job,
    statuses: [201],
    errors: SUBMIT_ERRORS,
  }),
  upscaleOf: endpoint({
    ...routes.inferenceJobs.upscaleOf,
    access: 'user',
    summary: 'Enlarge an image that was made here: a job of type UI, or UU with pro',
    params: IdParams,
    body: UpscaleChoice.optional(),
    response: Job,
    statuses: [201],
    errors: SUBMIT_ERRORS,
  }),
  running: endpoint({
    ...routes.inferenceJobs.running,
    access: 'user',
    summary: 'Jobs pending or running, newest first',
    query: PageQuery,
    response: page(Job),
  }),
  success: endpoint({
    ...routes.inferenceJobs.success,
    access: 'user',
    summary: 'Ended jobs with at least one image, newest first',
    query: PageQuery,
    response: page(Job),
  }),
}
