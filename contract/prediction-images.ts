import { z } from 'zod'
import { Id, IdParams, Nothing, page, PageQuery, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Faces } from './faces.ts'
import { GenerationParameters, RemakingRequest } from './generation-request.ts'
import { Said } from './said.ts'
import { WordTemplate } from './wildcards.ts'
import * as routes from './routes.ts'
import { MOST_IMAGES_AT_ONCE, TRASH_DAYS } from './values/prediction-images.ts'

export const JobStatus = z.enum(['B', 'CD', 'FL', 'P', 'R', 'S'])
export type JobStatus = z.infer<typeof JobStatus>

/** Every type of job that there is or was: those of the parameters that jobs keep. */
export const JobType = z.enum(
  GenerationParameters.options.flatMap(({ shape }) => [...shape.type.values]).toSorted(),
)
export type JobType = z.infer<typeof JobType>

export const Rating = z.enum(['None', 'PG', 'PG13', 'Soft', 'Mature', 'X', 'Blocked', 'Unknown'])

/** Ratings of public images that strangers see. */
export const RATINGS_FOR_EVERYBODY = ['None', 'PG', 'PG13'] as const

/** A file that plays; the image that it belongs to is its first frame. */
export const Video = z.object({
  /** Root-relative MP4, as the image's own address. Takes Range requests. */
  url: z.string(),
  /** Seconds. */
  duration: z.number(),
  fps: z.number(),
  bytes: z.number().int(),
  /** Whether it has a sound track. */
  sound: z.boolean(),
  /** Whether who made it can go on with it. */
  can_extend: z.boolean(),
})
export type Video = z.infer<typeof Video>

export const PredictionImage = z.object({
  id: Id,
  job: Id,
  /** Place among the pictures of its job, from 0. */
  index: z.number().int(),
  status: JobStatus,
  /** Root-relative: signed for its owner, else the address of what strangers see. */
  url: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  /** From here to `model`: null where the kind of job has none. */
  seed: z.number().int().nullable(),
  prompt: z.string().nullable(),
  negative_prompt: z.string().nullable(),
  model: Id.nullable(),
  type: JobType,
  rating: Rating,
  alt: z.string(),
  is_public: z.boolean(),
  /** Whether strangers see its prompt and settings while it is public. */
  show_prompt: z.boolean(),
  /** It shows a child of its owner: it can neither be published nor shared. */
  shows_child: z.boolean(),
  is_favorite: z.boolean(),
  dominant_color: z.string().nullable(),
  blurhash: z.string().nullable(),
  /** Set for type VID, where `url` is the first frame; null otherwise. */
  video: Video.nullable(),
  /** True while the served picture carries the watermark. */
  marked: z.boolean(),
  /** True where nothing was captured for it, because what was asked for cannot be made out in it. */
  is_free: z.boolean(),
  created_at: Timestamp,
  /** When it was moved to the trash; null while it is not there. */
  deleted_at: Timestamp.nullable(),
})
export type PredictionImage = z.infer<typeof PredictionImage>

/** An own image, or a public one of somebody else: of that, prompt and settings are null unless its owner shows them. */
export const VisibleImage = PredictionImage.extend({
  /** Null for an image of somebody else. */
  job: Id.nullable(),
})
export type VisibleImage = z.infer<typeof VisibleImage>

/** Ratings that an owner may set: the classifier's, or a stricter one. */
export const OwnRating = Rating.extract(['PG', 'PG13', 'Soft', 'Mature', 'X'])
export type OwnRating = z.infer<typeof OwnRating>

const JobTypes = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(JobType))

/** A day in the person's time zone, as in 2026-11-30. */
const Day = z.iso.date()

/** Which of one's own images. */
export const ImageFilter = z.object({
  /** One type of job, or several with commas between them. */
  type: JobTypes.optional(),
  favorite: z.enum(['true', 'false']).optional(),
  /** `true`: what strangers can see, `false`: what they cannot. */
  public: z.enum(['true', 'false']).optional(),
  /** Words of the prompt. */
  search: z.string().max(200).optional(),
  job: Id.optional(),
  model: Id.optional(),
  rating: Rating.optional(),
  /** First and last day, both counted in. */
  from: Day.optional(),
  to: Day.optional(),
  collection: Id.optional(),
  /** `true`: what is in the trash, instead of what is not. */
  trashed: z.enum(['true', 'false']).optional(),
})
export type ImageFilter = z.infer<typeof ImageFilter>

const Ids = z.array(Id).min(1).max(MOST_IMAGES_AT_ONCE)

export const BULK_ACTIONS = [
  'trash',
  'restore',
  'delete',
  'favorite',
  'unfavorite',
  'collect',
  'uncollect',
] as const
export type BulkAction = (typeof BULK_ACTIONS)[number]

/** What an image looks like to people who have its link. */
export const SharedImage = z.object({
  url: z.string(),
  /** The address of its video, whose first frame the image is; null: it is none, or its public copy is not made yet. */
  video: z.string().nullable(),
  width: z.number().int(),
  height: z.number().int(),
  alt: z.string(),
  /** Null unless its owner shows it. */
  prompt: z.string().nullable(),
  rating: Rating,
  dominant_color: z.string().nullable(),
  created_at: Timestamp,
})
export type SharedImage = z.infer<typeof SharedImage>

/** Why an image would not come out the same. */
export const REPRODUCTION_REASONS = [
  'engine',
  'weights',
  'loras',
  'settings',
  'unknown_weights',
  'hardware',
] as const

export const Reproduction = z.object({
  /** `identical`: pixel for pixel. `near`: the same to the eye, as far as is known. `impossible`: it would be refused. */
  verdict: z.enum(['identical', 'near', 'changed', 'impossible']),
  reasons: z.array(z.enum(REPRODUCTION_REASONS)),
  /** What is said against it, if it is impossible. */
  refusal: Said.nullable(),
  /** What to send; null if it is impossible. */
  request: RemakingRequest.nullable(),
})
export type Reproduction = z.infer<typeof Reproduction>

const ShareLink = z.object({ url: z.string(), show_prompt: z.boolean() })

export const predictionImages = {
  list: endpoint({
    ...routes.predictionImages.list,
    access: 'user',
    summary: 'Own images, newest first',
    query: PageQuery.extend(ImageFilter.shape),
    response: page(PredictionImage),
  }),
  detail: endpoint({
    ...routes.predictionImages.detail,
    access: 'user',
    summary: 'One image, an own one or a public one',
    params: IdParams,
    response: VisibleImage,
  }),
  update: endpoint({
    ...routes.predictionImages.update,
    access: 'user',
    summary: 'Publish, mark as favourite, describe',
    params: IdParams,
    body: z.strictObject({
      is_public: z.boolean().optional(),
      /** With `is_public: true`; left out there: prompt and settings are hidden. */
      show_prompt: z.boolean().optional(),
      /** With `is_public: true`, for an image of a person: it is the caller's own face, and they are an adult. */
      own_face: z.literal(true).optional(),
      /** Never below what the image was judged to be. */
      rating: OwnRating.optional(),
      is_favorite: z.boolean().optional(),
      alt: z.string().max(1000).optional(),
    }),
    response: PredictionImage,
    errors: ['account_limited', 'throttled', 'conflict'],
  }),
  faces: endpoint({
    ...routes.predictionImages.faces,
    access: 'user',
    summary: 'The faces of an own image that was made here, numbered, the largest first',
    params: IdParams,
    response: Faces,
    errors: ['throttled', 'unavailable'],
  }),
  remove: endpoint({
    ...routes.predictionImages.remove,
    access: 'user',
    summary: `Move an image to the trash, where it stays for ${TRASH_DAYS} days`,
    params: IdParams,
    response: Nothing,
  }),
  restore: endpoint({
    ...routes.predictionImages.restore,
    access: 'user',
    summary: 'Bring an image back from the trash',
    params: IdParams,
    body: z.strictObject({}).optional(),
    response: PredictionImage,
  }),
  parameters: endpoint({
    ...routes.predictionImages.parameters,
    access: 'user',
    summary: 'The request that makes this image again',
    params: IdParams,
    response: z.intersection(
      RemakingRequest,
      z.looseObject({
        model_hash: z.string().nullable(),
        text: z.string(),
        /** For the owner, where words were drawn: the words as they were written. */
        template: WordTemplate.optional(),
        /** The images of a collection that this one was drawn after, for a model that knows; left out for any other. */
        drawn_after: z
          .array(z.object({ thing: z.string(), set: z.string(), licence: z.string() }))
          .optional(),
        /** For the owner, where a service rewrote the prompt: the words that it drew by. */
        revised_prompt: z.string().optional(),
        /** The networks and ways by which it was made, where its engine tells them; left out for any other. */
        made_by: z.array(z.object({ name: z.string(), licence: z.string() })).optional(),
      }),
    ),
  }),
  reproduction: endpoint({
    ...routes.predictionImages.reproduction,
    access: 'user',
    summary: 'Whether the request of an image would make the same again now',
    params: IdParams,
    response: Reproduction,
  }),
  days: endpoint({
    ...routes.predictionImages.days,
    access: 'user',
    summary: 'How many own images each day (UTC) has, newest first',
    query: ImageFilter,
    response: z.object({ results: z.array(z.object({ day: Day, count: z.number().int() })) }),
  }),
  bulk: endpoint({
    ...routes.predictionImages.bulk,
    access: 'user',
    summary: 'Do one thing to many own images; answers those that it changed',
    body: z.strictObject({
      ids: Ids,
      action: z.enum(BULK_ACTIONS),
      /** For `collect` and `uncollect`. */
      collection: Id.optional(),
    }),
    response: z.object({ results: z.array(Id) }),
  }),
  zip: endpoint({
    ...routes.predictionImages.zip,
    access: 'user',
    summary: 'Own images as one zip of at most 4 GB',
    body: z.strictObject({ ids: Ids }),
    response: z.unknown(),
    download: 'application/zip',
  }),
  readShare: endpoint({
    ...routes.predictionImages.readShare,
    access: 'user',
    summary: 'The link to an own image, if it is shared',
    params: IdParams,
    response: z.object({ share: ShareLink.nullable() }),
  }),
  share: endpoint({
    ...routes.predictionImages.share,
    access: 'user',
    summary: 'A link under which everybody who has it sees an own image',
    params: IdParams,
    body: z.strictObject({ show_prompt: z.boolean().default(false) }),
    response: ShareLink,
    errors: ['account_limited'],
  }),
  unshare: endpoint({
    ...routes.predictionImages.unshare,
    access: 'user',
    summary: 'Revoke the link to an own image',
    params: IdParams,
    response: Nothing,
  }),
  shared: endpoint({
    ...routes.predictionImages.shared,
    access: 'anonymous',
    summary: 'The image behind a link',
    /** The token in its address. */
    params: z.object({ id: z.string().max(100) }),
    response: SharedImage,
  }),
}
