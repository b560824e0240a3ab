import type { RgbPicture } from '../pictures/rgb-picture.ts'
import type { ForegroundMap } from '../pictures/foreground-map.ts'
import type { GuideColours } from './guided-filter.ts'

/** Cells of the grid on which the colours of foreground and background are known everywhere. */
const EDGE = 128
/** Certainty that makes a cell the foreground's, and that leaves it the background's. */
const FOREGROUND = 0.9
const BACKGROUND = 0.1

/** Colours 0 to 1 of the nearest foreground and background at each place of a coarse grid. */
export interface MeanColours {
  foreground: Float32Array
  background: Float32Array
  width: number
  height: number
}

/** What foreground and background look like near each place; spread outwards from where each is sure. */
export function meanColours(guide: GuideColours, map: ForegroundMap): MeanColours {
  const scale = Math.min(1, EDGE / Math.max(map.width, map.height))
  const width = Math.max(1, Math.round(map.width * scale))
  const height = Math.max(1, Math.round(map.height * scale))
  const columns = Int32Array.from({ length: map.width }, (_, x) =>
    Math.min(width - 1, Math.floor((x * width) / map.width)),
  )
  const gather = (counts: (certainty: number) => boolean): Float32Array => {
    const colours = new Float32Array(3 * width * height)
    const weights = new Float32Array(width * height)
    for (let y = 0; y < map.height; y++) {
      const row = Math.min(height - 1, Math.floor((y * height) / map.height)) * width
      for (let x = 0, cell = y * map.width; x < map.width; x++, cell++) {
        if (!counts(map.values[cell]!)) continue
        const to = row + columns[x]!
        weights[to]!++
        for (let c = 0; c < 3; c++) colours[3 * to + c]! += guide[3 * cell + c]!
      }
    }
    return spread(colours, weights, width, height)
  }
  return {
    foreground: gather((certainty) => certainty >= FOREGROUND),
    background: gather((certainty) => certainty <= BACKGROUND),
    width,
    height,
  }
}

/** Fills cells without a colour from their neighbours, ring by ring. */
function spread(
  colours: Float32Array,
  weights: Float32Array,
  width: number,
  height: number,
): Float32Array {
  const known = new Uint8Array(weights.length)
  for (const [cell, weight] of weights.entries()) {
    if (weight === 0) continue
    known[cell] = 1
    for (let c = 0; c < 3; c++) colours[3 * cell + c]! /= weight
  }
  let ring = Array.from(known.keys()).filter((cell) => known[cell] === 1)
  while (ring.length > 0) {
    const next: number[] = []
    for (const cell of ring) {
      const [x, y] = [cell % width, Math.floor(cell / width)]
      for (const [dx, dy] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ] as const) {
        if (x + dx < 0 || y + dy < 0 || x + dx >= width || y + dy >= height) continue
        const beside = cell + dy * width + dx
        if (known[beside] === 1) continue
        known[beside] = 1
        colours.copyWithin(3 * beside, 3 * cell, 3 * cell + 3)
        next.push(beside)
      }
    }
    ring = next
  }
  return colours
}

/** Less opaque than this a pixel's own colour says too little, and that of the foreground nearby is taken. */
const OWN_COLOUR_FROM = 0.35

/**
 * Takes the background's colour out of pixels that are partly transparent: their colour is a mixture, of which the
 * background's part is known from nearby (Porter and Duff 1984, solved for the foreground).
 */
export function removeSpill(picture: RgbPicture, opacity: Uint8Array, means: MeanColours): void {
  const { data, width, height } = picture
  const columns = Int32Array.from({ length: width }, (_, x) =>
    Math.min(means.width - 1, Math.floor((x * means.width) / width)),
  )
  for (let y = 0; y < height; y++) {
    const row = Math.min(means.height - 1, Math.floor((y * means.height) / height)) * means.width
    for (let x = 0, pixel = y * width; x < width; x++, pixel++) {
      const of255 = opacity[pixel]!
      if (of255 === 0 || of255 === 255) continue
      const share = of255 / 255
      const cell = row + columns[x]!
      const own = Math.min(1, share / OWN_COLOUR_FROM)
      for (let c = 0; c < 3; c++) {
        const mixed = data[3 * pixel + c]!
        const behind = means.background[3 * cell + c]! * 255
        const solved = (mixed - (1 - share) * behind) / Math.max(share, 0.2)
        const nearby = means.foreground[3 * cell + c]! * 255
        // Never further from what is seen than the foreground nearby is, or noise would become colours.
        const least = Math.min(mixed, nearby)
        const most = Math.max(mixed, nearby)
        const colour = own * Math.min(most, Math.max(least, solved)) + (1 - own) * nearby
        data[3 * pixel + c] = Math.round(Math.min(255, Math.max(0, colour)))
      }
    }
  }
}
