import type { ImageModel, UpscaleByPromptRequest } from '#lib/engine-spec/index.ts'
import { MOST_ENLARGED_PIXELS } from '../vision/limits.ts'
import { decodePicture, encodePicture } from '../vision/pictures/decode-picture.ts'
import type { RgbPicture } from '../vision/pictures/rgb-picture.ts'
import type { Chain } from './chain.ts'
import { placeTiles } from './place-tiles.ts'
import { redrawPart } from './redraw-part.ts'

/** How much of the progress the enlarging is. */
const ENLARGING = 0.2

/** An encoded image. */
export interface Made {
  data: Uint8Array
  width: number
  height: number
}

/**
 * Enlarges an image by the fast network, and draws over it in tiles of the size that the model draws best. Tiles overlap
 * and fade into each other, and each keeps the tones of what it covers, so that no seam shows. What is transparent stays
 * so. Throws EngineError, or the signal's reason.
 */
export async function upscaleByPrompt(
  chain: Chain,
  { image, scale, redrawing }: UpscaleByPromptRequest,
  onFraction: (fraction: number) => void,
): Promise<Made> {
  const model = await chain.requireModel(redrawing.model)
  const enlarged = await chain.change({ tool: 'upscale', image, scale, pro: false }, (fraction) =>
    onFraction(ENLARGING * fraction),
  )
  const picture = await decodePicture(enlarged, MOST_ENLARGED_PIXELS)
  const edge = edgeOf(model)
  const tiles = placeTiles(picture, edge)
  const sums = new Float32Array(picture.data.length)
  const weights = new Float32Array(picture.width * picture.height)
  for (const [i, { box, weightAt }] of tiles.entries()) {
    const drawn = await redrawPart(chain, picture, box, {
      redrawing: { ...redrawing, seed: (redrawing.seed + i) % 2 ** 32 },
      model,
      // Also of a picture that is smaller than a tile: below its own size a model draws badly.
      edge,
      onFraction: (fraction) =>
        onFraction(ENLARGING + ((1 - ENLARGING) * (i + fraction)) / tiles.length),
    })
    for (let y = 0; y < box.height; y++)
      for (let x = 0; x < box.width; x++) {
        const at = (box.y + y) * picture.width + box.x + x
        const weight = weightAt(x, y)
        weights[at]! += weight
        for (let c = 0; c < 3; c++)
          sums[3 * at + c]! += weight * drawn[3 * (y * box.width + x) + c]!
      }
  }
  const joined: RgbPicture = { ...picture, data: new Uint8Array(picture.data.length) }
  for (let i = 0; i < sums.length; i++)
    joined.data[i] = Math.round(sums[i]! / weights[Math.floor(i / 3)]!)
  const data = await encodePicture(joined, picture.opacity)
  return { data, width: picture.width, height: picture.height }
}

/** The edge that the model was trained on, in its steps. */
const edgeOf = ({ nativeSize, sizes: { min, max, step } }: ImageModel): number =>
  Math.max(Math.ceil(min / step), Math.floor(Math.min(nativeSize, max) / step)) * step
