import { z } from 'zod'
import { fault } from './said.ts'
import {
  DEFAULT_QUALITY,
  IMAGE_SIZES,
  IMAGE_TYPES,
  type ImageType,
} from './values/resized-image.ts'

const WHOLE = /^-?\d{1,9}$/
const DECIMAL = /^-?\d{1,9}(\.\d{1,3})?$/

const size = (allowed: readonly number[]) =>
  z
    .string()
    .transform((text) => (/^\d{1,5}$/.test(text) ? Number(text) : Number.NaN))
    .refine((value) => allowed.includes(value), fault('media.oneOf', { list: allowed.join(', ') }))

/** A parameter with no value (`height=`) counts as left out. */
const optional = <T extends z.ZodType<unknown, string>>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional())

/** Query of `GET /img/`, the resizing service; it answers a picture, so it is no JSON call of the API. */
export const ResizedImageQuery = z.strictObject({
  /** Root-relative (signed, if the picture is private) or at a host that is configured. */
  url: z.string().min(1, fault('common.required')).max(2000),
  width: size(IMAGE_SIZES),
  /** 0 or left out: follows from the width. Otherwise the picture is cut to fill width x height. */
  height: optional(size([0, ...IMAGE_SIZES])).transform((value) => value ?? 0),
  quality: optional(
    z
      .string()
      .regex(WHOLE, fault('requests.integerNeeded'))
      .transform(Number)
      .pipe(z.number().min(1).max(100)),
  ).transform((value) => value ?? DEFAULT_QUALITY),
  type: optional(z.enum(IMAGE_TYPES)).transform((value): ImageType => value ?? 'jpeg'),
  /** Blur, standard deviation in pixels of the result. */
  sigma: optional(
    z
      .string()
      .regex(DECIMAL, fault('requests.numberNeeded'))
      .transform(Number)
      .pipe(z.number().min(0.3).max(50)),
  ).transform((value) => value ?? null),
})
export type ResizedImageQuery = z.output<typeof ResizedImageQuery>
