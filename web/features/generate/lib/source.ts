import type { DrawingRequestInput } from '#contract/generation-request.ts'
import type { DrawingParameters } from '#contract/drawing-parameters.ts'
import { DEFAULTS, LIMITS } from '#contract/values/jobs/drawing.ts'
import { type Size, usualSize } from './sizes.ts'

export const SIDES = ['left', 'top', 'right', 'bottom'] as const
export type Side = (typeof SIDES)[number]
/** Pixels that are added on each side. */
export type Padding = Readonly<Record<Side, number>>

/** What the image-to-image page keeps beside the form. */
export interface Source {
  /** Id of an uploaded or a made picture. */
  imageId: string | null
  /** Id of that picture with strokes drawn on it, uploaded; null while there are none. */
  sketchId: string | null
  /** Id of the uploaded mask. */
  maskId: string | null
  feather: number
  strength: number
  padding: Padding
  /** Of the result; null: the usual one of the picture. */
  size: Size | null
}

export const NO_PADDING: Padding = { left: 0, top: 0, right: 0, bottom: 0 }

export const EMPTY_SOURCE: Source = {
  imageId: null,
  sketchId: null,
  maskId: null,
  feather: 8,
  strength: DEFAULTS.strength,
  padding: NO_PADDING,
  size: null,
}

export const isPadded = (padding: Padding): boolean => SIDES.some((side) => padding[side] > 0)

/** With a mask or with added space the picture keeps its own pixels, so the size is not chosen. */
export const keepsPixels = ({ maskId, padding }: Pick<Source, 'maskId' | 'padding'>): boolean =>
  maskId !== null || isPadded(padding)

/** Whether a picture is of a size that can be repainted in part or be extended. */
export const canKeepPixels = ({ width, height }: Size): boolean =>
  Math.min(width, height) >= LIMITS.size.min &&
  Math.max(width, height) <= LIMITS.size.max &&
  width * height <= LIMITS.pixels

export const paddedSize = ({ width, height }: Size, padding: Padding): Size => ({
  width: width + padding.left + padding.right,
  height: height + padding.top + padding.bottom,
})

/** Id of the picture that a job is given. */
export const inputOf = ({ imageId, sketchId }: Source): string | null => sketchId ?? imageId

/** Pixels of the pictures that come of it. */
export function resultSize(source: Source, picture: Size): Size {
  if (keepsPixels(source)) return paddedSize(picture, source.padding)
  return source.size ?? usualSize(picture)
}

/**
 * The form's request as one that starts from a picture.
 * @param picture the size of the source; null while it is not known
 */
export function withSource(
  request: DrawingRequestInput,
  source: Source,
  picture: Size | null,
): DrawingRequestInput {
  const { width: _width, height: _height, hires, ...rest } = request
  const { maskId, strength, feather, padding } = source
  const image = inputOf(source)
  const kept = keepsPixels(source)
  return {
    ...rest,
    type: 'ITI',
    strength,
    ...(image !== null && { image }),
    ...(maskId !== null && { mask: maskId, mask_feather: feather }),
    ...(isPadded(padding) && { outpaint: padding }),
    ...(!kept && picture !== null && resultSize(source, picture)),
    ...(!kept && hires && { hires }),
  }
}

/** The source that a job's parameters name, for making it again. */
export function sourceOfParameters(parameters: Partial<DrawingParameters>): Source {
  const { image, mask, mask_feather, strength, outpaint, width, height } = parameters
  const source: Source = {
    ...EMPTY_SOURCE,
    imageId: image ?? null,
    maskId: mask ?? null,
    feather: mask_feather ?? EMPTY_SOURCE.feather,
    strength: strength ?? EMPTY_SOURCE.strength,
    padding: { ...NO_PADDING, ...outpaint },
  }
  if (keepsPixels(source) || width === undefined || height === undefined) return source
  return { ...source, size: { width, height } }
}
