import type { DrawingRequest } from '#contract/generation-request.ts'
import { DEFAULTS, LIMITS } from '#contract/values/jobs/drawing.ts'
import type { ImageAbilities } from '#server/engines/spec/index.ts'

export interface Size {
  width: number
  height: number
}

/** What a model can make, in pixels. */
type SizeRange = ImageAbilities['sizes']

type Asked = Pick<DrawingRequest, 'width' | 'height' | 'mask' | 'outpaint'>

/** With a mask or with padding the picture keeps its own pixels, so its size is not chosen. */
export const keepsPixels = ({ mask, outpaint }: Asked): boolean =>
  mask !== undefined || outpaint !== undefined

/**
 * The size of the pictures that a request asks for, in pixels.
 * @param source the picture that it starts from
 */
export function outputSize(asked: Asked, source: Size | null, range: SizeRange): Size {
  if (source !== null && keepsPixels(asked)) {
    const { left = 0, top = 0, right = 0, bottom = 0 } = asked.outpaint ?? {}
    return { width: source.width + left + right, height: source.height + top + bottom }
  }
  const fallback = source
    ? fittingSize(source, range)
    : { width: DEFAULTS.size, height: DEFAULTS.size }
  return { width: asked.width ?? fallback.width, height: asked.height ?? fallback.height }
}

/** The size nearest to that of a picture that an engine can make: never larger than the picture, if it can be helped. */
function fittingSize(source: Size, { min, max, step }: SizeRange): Size {
  const { width, height } = source
  const scale = Math.min(1, max / width, max / height, Math.sqrt(LIMITS.pixels / (width * height)))
  // The small number keeps 8.0 from becoming 7.999 on the way.
  const fit = (edge: number) =>
    Math.max(Math.ceil(min / step) * step, Math.floor((edge * scale) / step + 1e-9) * step)
  return { width: fit(width), height: fit(height) }
}
