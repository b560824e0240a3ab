import { z } from 'zod'
import { Id, IdParams, Nothing, page, PageQuery, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Faces } from './faces.ts'
import { RemakingRequest } from './generation-request.ts'

export const JobStatus = z.enum(['B', 'CD', 'FL', 'P', 'R', 'S'])
export type JobStatus = z.infer<typeof JobStatus>

export const JOB_TYPES = [
  'AD',
  'FF',
  'FS',
  'ISI',
  'ITI',
  'OTR',
  'PPS',
  'RB',
  'RO',
  'RPB',
  'TTI',
  'UI',
  'UIT',
  'UU',
] as const
export const JobType = z.enum(JOB_TYPES)
export type JobType = z.infer<typeof JobType>

export const Rating = z.enum(['None', 'PG', 'PG13', 'Soft', 'Mature', 'X', 'Blocked', 'Unknown'])

export const PredictionImage = z.object({
  id: Id,
  job: Id,
  /** Place among the pictures of its job, from 0. */
  index: z.number().int(),
  status: JobStatus,
  /** Root-relative; signed while the picture is private. */
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
  is_favorite: z.boolean(),
  dominant_color: z.string().nullable(),
  blurhash: z.string().nullable(),
  /** True while the served picture carries the watermark. */
  marked: z.boolean(),
  created_at: Timestamp,
})
export type PredictionImage = z.infer<typeof PredictionImage>

const JobTypes = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(JobType))

export const predictionImages = {
  list: endpoint({
    method: 'GET',
    path: '/api/prediction_images/',
    access: 'user',
    summary: 'Own images, newest first',
    query: PageQuery.extend({
      /** One type of job, or several with commas between them. */
      type: JobTypes.optional(),
      favorite: z.enum(['true', 'false']).optional(),
      search: z.string().max(200).optional(),
      job: Id.optional(),
    }),
    response: page(PredictionImage),
  }),
  detail: endpoint({
    method: 'GET',
    path: '/api/prediction_images/:id/',
    access: 'user',
    summary: 'One image',
    params: IdParams,
    response: PredictionImage,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/prediction_images/:id/',
    access: 'user',
    summary: 'Publish, mark as favourite, describe',
    params: IdParams,
    body: z.strictObject({
      is_public: z.boolean().optional(),
      is_favorite: z.boolean().optional(),
      alt: z.string().max(1000).optional(),
    }),
    response: PredictionImage,
  }),
  faces: endpoint({
    method: 'GET',
    path: '/api/prediction_images/:id/faces/',
    access: 'user',
    summary: 'The faces of an image that was made here, numbered, the largest first',
    params: IdParams,
    response: Faces,
    errors: ['throttled', 'unavailable'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/prediction_images/:id/',
    access: 'user',
    summary: 'Delete an image; it can be restored for a short time',
    params: IdParams,
    response: Nothing,
    statuses: [204],
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/prediction_images/:id/restore/',
    access: 'user',
    summary: 'Undo a deletion while its files are still there',
    params: IdParams,
    body: z.strictObject({}).optional(),
    response: PredictionImage,
  }),
  parameters: endpoint({
    method: 'GET',
    path: '/api/prediction_images/:id/get_parameters/',
    access: 'user',
    summary: 'The request that makes this image again',
    params: IdParams,
    response: z.intersection(
      RemakingRequest,
      z.looseObject({ model_hash: z.string().nullable(), text: z.string() }),
    ),
  }),
}
