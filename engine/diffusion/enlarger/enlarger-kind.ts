import type { PictureSize } from '../picture-size.ts'

/** Networks that enlarge pictures of values 0 to 255, and how they are to be used. */
export interface EnlargerKind {
  /** By how much each pass enlarges, until a picture covers a size or as far as it goes. */
  passesTo(size: PictureSize, from: PictureSize): number[]
  /** Passes of which usual sizes need the networks. */
  usual: readonly number[]
  /** The network of one pass. Throws EngineError `model_broken`. */
  networkFile(factor: number): Promise<string>
  tiling(factor: number): Tiling
  /** Time of a pass for each 512 x 512 pixels of its output, in sampling steps at 128 x 128. */
  cost: number
}

/** How a picture is cut for a pass, in pixels of its input. */
export interface Tiling {
  /** Greatest edge of a tile, which the memory of a run grows with. */
  edge: number
  /** On how many pixels to each side one pixel of the output depends. */
  reach: number
  /** The network takes widths and heights that are multiples of this. */
  multiple: number
}

/** How much larger a picture has to become to cover a size. */
export function enlargementTo(size: PictureSize, from: PictureSize): number {
  return Math.max(size.width / from.width, size.height / from.height)
}
