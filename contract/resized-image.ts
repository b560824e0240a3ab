import { z } from 'zod'
import { fault } from './said.ts'

/** Widths, and heights other than 0, that the resizing service makes. */
export const IMAGE_SIZES = [
  32, 48, 64, 96, 100, 128, 160, 192, 240, 256, 320, 384, 480, 512, 640, 768, 960, 1024, 1280, 1536,
  1920, 2048,
] as const

export const IMAGE_TYPES = ['jpeg', 'webp', 'png'] as const
export type ImageType = (typeof IMAGE_TYPES)[number]

const DEFAULT_QUALITY = 80
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

/** Address of a resized copy of a picture. */
export function resizedImageUrl(options: {
  url: string
  width: (typeof IMAGE_SIZES)[number]
  height?: (typeof IMAGE_SIZES)[number]
  quality?: number
  type?: ImageType
  sigma?: number
}): string {
  const { url, width, height = 0, quality = DEFAULT_QUALITY, type = 'jpeg', sigma } = options
  const query = new URLSearchParams({
    url,
    width: String(width),
    height: String(height),
    quality: String(quality),
    type,
    ...(sigma !== undefined && { sigma: String(sigma) }),
  })
  return `/img/?${query.toString()}`
}
