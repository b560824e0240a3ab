import { z } from 'zod'
import { Id, IdParams, Nothing, page, PageQuery, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Faces } from './faces.ts'
import * as routes from './routes.ts'
import { UPLOAD_LIMITS } from './values/uploaded-images.ts'

const Purpose = z.enum(['picture', 'mask'])
export type UploadPurpose = z.infer<typeof Purpose>

/** A copy to select objects in is only of use meanwhile: it is in no list, and deleted after a day. */
const NewPurpose = z.enum([...Purpose.options, 'selection'])
export type NewUploadPurpose = z.infer<typeof NewPurpose>

export const UploadedImage = z.object({
  id: Id,
  /** Root-relative and signed: an uploaded picture is never public. */
  url: z.string(),
  /** Size of the picture as it is seen: turned upright. */
  width: z.number().int(),
  height: z.number().int(),
  /** Size and type of the kept file. */
  bytes: z.number().int(),
  content_type: z.string(),
  created_at: Timestamp,
  /** When it is deleted by itself. */
  expires_at: Timestamp,
})
export type UploadedImage = z.infer<typeof UploadedImage>

/** How much room one's uploads take and may take, pictures and masks together. */
export const UploadStorage = z.object({
  used_bytes: z.number().int(),
  limit_bytes: z.number().int(),
  /** Days after which an upload is deleted by itself. */
  keep_days: z.number().int(),
})
export type UploadStorage = z.infer<typeof UploadStorage>

export const uploadedImages = {
  list: endpoint({
    ...routes.uploadedImages.list,
    access: 'user',
    summary: 'Own uploaded images, newest first, and the room that all uploads take',
    query: PageQuery.extend({ purpose: Purpose.default('picture') }),
    response: page(UploadedImage).extend({ storage: UploadStorage }),
  }),
  upload: endpoint({
    ...routes.uploadedImages.upload,
    access: 'user',
    summary:
      'Upload a JPEG, PNG, WebP, HEIC, AVIF or GIF (its first frame); it is turned upright, converted to sRGB, and its metadata is removed',
    /** A mask is left out of the list of pictures. */
    query: z.object({ purpose: NewPurpose.default('picture') }),
    file: { field: 'image', maxBytes: UPLOAD_LIMITS.bytes },
    response: UploadedImage,
    statuses: [201],
    errors: ['email_not_verified', 'storage_full', 'conflict', 'throttled', 'unavailable'],
  }),
  detail: endpoint({
    ...routes.uploadedImages.detail,
    access: 'user',
    summary: 'One uploaded image',
    params: IdParams,
    response: UploadedImage,
  }),
  faces: endpoint({
    ...routes.uploadedImages.faces,
    access: 'user',
    summary: 'The faces of an uploaded image, numbered, the largest first',
    params: IdParams,
    response: Faces,
    errors: ['throttled', 'unavailable'],
  }),
  betterPhoto: endpoint({
    ...routes.uploadedImages.betterPhoto,
    access: 'user',
    summary:
      'The best of the latest own photos of the same person, for one whose face cannot be put in the place of another',
    acts: true,
    params: IdParams,
    response: z.object({ result: UploadedImage.nullable() }),
    errors: ['consent_required', 'throttled', 'unavailable'],
  }),
  select: endpoint({
    ...routes.uploadedImages.select,
    access: 'user',
    summary:
      'Select the object of an own uploaded image that lies at some places, where a `generation_servers` entry has `selects`; free',
    params: IdParams,
    body: z.strictObject({
      points: z
        .array(
          z.strictObject({
            /** Parts of its width and of its height. */
            x: z.number().min(0).max(1),
            y: z.number().min(0).max(1),
            /** False: what is here does not belong to it. */
            part: z.boolean().default(true),
          }),
        )
        .min(1)
        .max(UPLOAD_LIMITS.points),
    }),
    response: z.object({
      /** A PNG of the image's shape as a `data:` URL: white is selected, black is not. */
      mask: z.string(),
    }),
    errors: ['not_found', 'throttled', 'unavailable'],
  }),
  remove: endpoint({
    ...routes.uploadedImages.remove,
    access: 'user',
    summary: 'Delete an uploaded image with its file and every resized copy',
    params: IdParams,
    response: Nothing,
  }),
}
