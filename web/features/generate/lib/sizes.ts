import { LIMITS } from '#contract/values/jobs/drawing.ts'

export interface AspectRatio {
  label: string
  width: number
  height: number
}

/** Offered in the order in which they are drawn; `width` and `height` are the ratio's parts. */
export const ASPECT_RATIOS: readonly AspectRatio[] = [
  { label: '1:1', width: 1, height: 1 },
  { label: '4:3', width: 4, height: 3 },
  { label: '3:2', width: 3, height: 2 },
  { label: '16:9', width: 16, height: 9 },
  { label: '3:4', width: 3, height: 4 },
  { label: '2:3', width: 2, height: 3 },
  { label: '9:16', width: 9, height: 16 },
]

/** Sizes by the edge in pixels of the square with the same area; `sizeTier.<edge>` is the message with its name. */
export const SIZE_TIERS = [{ edge: 256 }, { edge: 512 }, { edge: 1024 }, { edge: 1448 }] as const

export interface Size {
  width: number
  height: number
}

const { min, max, step } = LIMITS.size

const toStep = (pixels: number) =>
  Math.min(max, Math.max(min, Math.floor(pixels / step + 1e-9) * step))

/** The largest picture that is of use. */
export interface Room {
  /** Pixels of a side. */
  edge: number
  /** Pixels in all. */
  pixels: number
}

/** What one drawing can be. */
export const DRAWING_ROOM: Room = { edge: max, pixels: LIMITS.pixels }

/** What a picture must be scaled by to have room: never above 1. */
export const fitScale = ({ width, height }: Size, { edge, pixels }: Room): number =>
  Math.min(1, edge / width, edge / height, Math.sqrt(pixels / (width * height)))

/** As large as a picture, or what is left of it where it has no room. */
export function sizeWithin(picture: Size, room: Room): Size {
  const scale = fitScale(picture, room)
  return {
    width: Math.max(1, Math.floor(picture.width * scale)),
    height: Math.max(1, Math.floor(picture.height * scale)),
  }
}

/** The size nearest to that of a picture that can be made, as the server chooses it. */
export function fitSize(picture: Size): Size {
  const scale = fitScale(picture, DRAWING_ROOM)
  return { width: toStep(picture.width * scale), height: toStep(picture.height * scale) }
}

/** Edge of the largest square whose price is that of a small picture: one megapixel. */
const USUAL_EDGE = 1024

/** What is made of a picture unless somebody asks for more: as large as it is, but of one megapixel at most. */
export function usualSize(picture: Size): Size {
  const isSmall = picture.width * picture.height <= USUAL_EDGE ** 2
  return isSmall ? fitSize(picture) : sizeOf(picture, USUAL_EDGE)
}

/** The largest size of that ratio whose area is at most `edge` squared, in steps the API takes. */
export function sizeOf(ratio: Size, edge: number): Size {
  const scale = edge / Math.sqrt(ratio.width * ratio.height)
  return { width: toStep(ratio.width * scale), height: toStep(ratio.height * scale) }
}

/** The offered ratio and tier that give exactly this size, or null for a size of one's own. */
export function matchSize(size: Size): { ratio: AspectRatio; edge: number } | null {
  for (const ratio of ASPECT_RATIOS) {
    for (const { edge } of SIZE_TIERS) {
      const offered = sizeOf(ratio, edge)
      if (offered.width === size.width && offered.height === size.height) return { ratio, edge }
    }
  }
  return null
}

/** The offered ratio nearest to a size. */
export function nearestRatio(size: Size): AspectRatio {
  const target = Math.log(size.width / size.height)
  const distance = (ratio: AspectRatio) => Math.abs(Math.log(ratio.width / ratio.height) - target)
  return ASPECT_RATIOS.reduce((best, ratio) => (distance(ratio) < distance(best) ? ratio : best))
}

/** The offered tier nearest to a size's area. */
export function nearestEdge(size: Size): number {
  const target = Math.sqrt(size.width * size.height)
  return SIZE_TIERS.reduce<number>(
    (best, { edge }) => (Math.abs(edge - target) < Math.abs(best - target) ? edge : best),
    SIZE_TIERS[0].edge,
  )
}
