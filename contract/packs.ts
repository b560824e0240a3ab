import { z } from 'zod'
import { Id, IdParams, Nothing, page, PageQuery, Timestamp, visibleText } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Job, SUBMIT_ERRORS } from './inference-jobs.ts'
import { drawingRequest } from './jobs/drawing.ts'
import { PackRetryRequest, PackRunRequest } from './jobs/pack-run.ts'
import { PACK_LIMITS } from './values/jobs/pack-run.ts'
import { VideoMotion } from './jobs/video.ts'
import { VIDEO_LIMITS } from './values/jobs/video.ts'
import { CommunityImage } from './community.ts'
import { JobStatus, PredictionImage } from './prediction-images.ts'
import { VideoJob } from './video-inference-jobs.ts'
import { Failure, Said, fault } from './said.ts'
import * as routes from './routes.ts'
import { PACK_SUBJECTS } from './values/packs.ts'

export const PACK_KINDS = ['photo', 'video'] as const
export type PackKind = (typeof PACK_KINDS)[number]

export const PackSubject = z.enum(PACK_SUBJECTS)
export type PackSubject = z.infer<typeof PackSubject>

/** `offered`: its author would like it to be published. `withdrawn`: runs that began go on, new ones do not. */
export const PackState = z.enum(['draft', 'offered', 'published', 'withdrawn'])
export type PackState = z.infer<typeof PackState>

/** One image or video of a pack, as it is written. */
export const PackShotInput = z.strictObject({
  prompt: drawingRequest.prompt,
  negative_prompt: drawingRequest.negative_prompt,
  width: drawingRequest.width,
  height: drawingRequest.height,
  style: drawingRequest.style,
  seed: drawingRequest.seed,
  /** Only in video packs. */
  motion: VideoMotion.optional(),
  /** Only in video packs: whole seconds. */
  duration: z.int().min(VIDEO_LIMITS.duration.min).max(VIDEO_LIMITS.duration.max).optional(),
})
export type PackShotInput = z.output<typeof PackShotInput>

const tag = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9-]{0,29}$/, fault('packs.tagLetters'))

const packFields = {
  title: visibleText(80),
  description: z.string().trim().max(500),
  tags: z.array(tag).max(PACK_LIMITS.tags),
  subject: PackSubject,
  shots: z.array(PackShotInput).min(PACK_LIMITS.shots.least).max(PACK_LIMITS.shots.most),
}

export const PackInput = z.strictObject({
  ...packFields,
  description: packFields.description.default(''),
  tags: packFields.tags.default([]),
})
export type PackInput = z.output<typeof PackInput>

/** Number of the version that was looked at: another one is neither changed nor published. Left out: whichever there is. */
const LookedAt = { version: z.int().optional() }

export const PackChange = z.strictObject(packFields).partial().extend(LookedAt)
export type PackChange = z.output<typeof PackChange>

export const PackShot = z.object({
  id: Id,
  /** Of packs that come with the program it is shown in the language of who reads it. */
  prompt: Said,
  negative_prompt: z.string(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  style: z.string().nullable(),
  seed: z.number().int().nullable(),
  motion: VideoMotion.nullable(),
  duration: z.number().int().nullable(),
})
export type PackShot = z.infer<typeof PackShot>

export const Pack = z.object({
  id: Id,
  kind: z.enum(PACK_KINDS),
  state: PackState,
  title: Said,
  description: Said,
  tags: z.array(Said),
  subject: PackSubject,
  shot_count: z.number().int(),
  /** Credits of a whole run with models of the usual price; the quote of a run says it exactly. */
  credits: z.number().int(),
  /** Drawn by this app; root-relative. */
  samples: z.array(z.object({ url: z.string(), alt: Said })),
  is_own: z.boolean(),
  /** Whether the caller may change, publish and withdraw it. */
  can_edit: z.boolean(),
  is_favorite: z.boolean(),
  runs: z.number().int(),
  created_at: Timestamp,
  published_at: Timestamp.nullable(),
})
export type Pack = z.infer<typeof Pack>

export const PackDetail = Pack.extend({
  /** Number of the version that is shown: who may change a pack sees what will be published next. */
  version: z.number().int(),
  shots: z.array(PackShot),
  /** Whether it was changed since it was published. Others see the changes once it is published again. */
  has_changes: z.boolean(),
})
export type PackDetail = z.infer<typeof PackDetail>

export const ShotState = z.enum(['waiting', 'running', 'delivered', 'failed', 'blocked', 'skipped'])
export type ShotState = z.infer<typeof ShotState>
export const RunState = z.enum(['pending', 'running', 'partly', 'succeeded', 'failed', 'stopped'])
export type RunState = z.infer<typeof RunState>

export const RunShot = z.object({
  id: Id,
  prompt: z.string(),
  status: JobStatus,
  state: ShotState,
  /** What was delivered last; null: nothing yet, or it was deleted. Of video packs the first frame. */
  image: PredictionImage.nullable(),
  video: VideoJob.shape.video,
  /** The job that made or makes it. */
  job: Id.nullable(),
  progress: z.number().nullable(),
  error: Failure.nullable(),
  /** Whether another try costs nothing more. */
  retry_is_free: z.boolean(),
})
export type RunShot = z.infer<typeof RunShot>

export const PackRun = z.object({
  id: Id,
  pack: Id,
  kind: z.enum(PACK_KINDS),
  title: Said,
  training: Id.nullable(),
  status: JobStatus,
  state: RunState,
  created_at: Timestamp,
  shots: z.array(RunShot),
  counts: z.object({
    shots: z.number().int(),
    delivered: z.number().int(),
    open: z.number().int(),
  }),
  cost: z.object({
    quoted: z.number().int(),
    held: z.number().int(),
    captured: z.number().int(),
    released: z.number().int(),
  }),
  /** Until when what failed can be tried again for what is held; null: nothing is held. */
  hold_until: Timestamp.nullable(),
})
export type PackRun = z.infer<typeof PackRun>
/** As the server writes it: its texts may be keys and their values. */
export type UnsaidPackRun = z.input<typeof PackRun>

/** A published image; the id is that of its page. */
export const WallImage = CommunityImage.pick({
  id: true,
  url: true,
  width: true,
  height: true,
  blurhash: true,
  alt: true,
})
export type WallImage = z.infer<typeof WallImage>

const List = PageQuery.extend({
  tag: z.string().max(30).optional(),
  subject: PackSubject.optional(),
  search: z.string().max(100).optional(),
  sort: z.enum(['popular', 'new']).optional(),
  /** `favorites` and `mine` of the caller; `offered` of the staff. */
  show: z.enum(['published', 'favorites', 'mine', 'offered']).optional(),
})
export type PackListQuery = z.infer<typeof List>

const ShotParams = IdParams.extend({ shot: Id })

function endpointsOf(calls: typeof routes.photoPacks | typeof routes.videoPacks, what: string) {
  return {
    list: endpoint({
      ...calls.list,
      access: 'public',
      summary: `${what} that everybody can use; own ones and favorites with \`show\``,
      query: List,
      response: page(Pack),
    }),
    create: endpoint({
      ...calls.create,
      access: 'user',
      summary: 'A draft of one’s own',
      body: PackInput,
      maxBodyBytes: 256 * 1024,
      response: PackDetail,
      statuses: [201],
      errors: ['email_not_verified', 'conflict'],
    }),
    my: endpoint({
      ...calls.my,
      access: 'user',
      summary: 'Own runs, newest first',
      query: PageQuery,
      response: page(PackRun),
    }),
    detail: endpoint({
      ...calls.detail,
      access: 'public',
      summary: 'One pack with its shots',
      params: IdParams,
      response: PackDetail,
    }),
    update: endpoint({
      ...calls.update,
      access: 'user',
      summary: 'Change a draft; of a published pack what is published next',
      params: IdParams,
      body: PackChange,
      maxBodyBytes: 256 * 1024,
      response: PackDetail,
      errors: ['conflict'],
    }),
    remove: endpoint({
      ...calls.remove,
      access: 'user',
      summary: 'Delete a draft, or withdraw a published pack; runs that began go on',
      params: IdParams,
      response: Nothing,
    }),
    publish: endpoint({
      ...calls.publish,
      access: 'user',
      summary: 'Of the staff: publish. Of its author: offer it to the staff',
      params: IdParams,
      body: z.strictObject(LookedAt).optional(),
      response: PackDetail,
      errors: ['conflict', 'account_limited'],
    }),
    favorite: endpoint({
      ...calls.favorite,
      access: 'user',
      summary: 'Add to the own favorites',
      params: IdParams,
      body: z.strictObject({}).optional(),
      response: z.object({ is_favorite: z.boolean() }),
    }),
    unfavorite: endpoint({
      ...calls.unfavorite,
      access: 'user',
      summary: 'Take out of the own favorites',
      params: IdParams,
      response: Nothing,
    }),
    wall: endpoint({
      ...calls.wall,
      access: 'public',
      summary: 'What people made with this pack and made public',
      params: IdParams,
      response: z.object({ results: z.array(WallImage) }),
    }),
    tryShot: endpoint({
      ...calls.tryShot,
      access: 'user',
      summary: 'Make a single shot, at its own price',
      params: IdParams,
      body: z.strictObject({ shot: Id, training: Id.nullable(), quote: Id.optional() }),
      response: Job,
      statuses: [201],
      errors: SUBMIT_ERRORS,
    }),
    run: endpoint({
      ...calls.run,
      access: 'user',
      summary: 'Make all shots with one hold; header Idempotency-Key as for images',
      params: IdParams,
      body: PackRunRequest,
      response: PackRun,
      statuses: [201],
      errors: SUBMIT_ERRORS,
    }),
    readRun: endpoint({
      ...calls.readRun,
      access: 'user',
      summary: 'One own run with the state of each shot',
      params: IdParams,
      response: PackRun,
    }),
    retry: endpoint({
      ...calls.retry,
      access: 'user',
      summary: 'Make shots again: free what failed, while its credits are held; else with a quote',
      params: IdParams,
      body: PackRetryRequest.optional(),
      response: PackRun,
      errors: [...SUBMIT_ERRORS, 'conflict'],
    }),
    cancelRun: endpoint({
      ...calls.cancelRun,
      access: 'user',
      summary: 'Stop a run; what is not delivered is given back',
      params: IdParams,
      body: z.strictObject({}).optional(),
      response: PackRun,
    }),
    swap: endpoint({
      ...calls.swap,
      access: 'user',
      summary: 'Another prompt for a shot that has not begun, or has to be made again',
      params: ShotParams,
      body: z.strictObject({ prompt: drawingRequest.prompt }),
      response: PackRun,
      errors: ['conflict', 'unavailable'],
    }),
    zip: endpoint({
      ...calls.zip,
      access: 'user',
      summary: 'All that a run delivered in one file',
      params: IdParams,
      download: 'application/zip',
      response: z.null(),
    }),
  }
}

export const photoPacks = endpointsOf(routes.photoPacks, 'Photo packs')
export const videoPacks = endpointsOf(routes.videoPacks, 'Video packs')
