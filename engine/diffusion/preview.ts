import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { z } from 'zod'
import { readOptionalModelJson } from '../model-files.ts'
import type { Region } from './enlarger/tiles.ts'
import type { LatentSize } from './networks.ts'
import type { PictureSize } from './picture-size.ts'
import type { Vector } from './samplers/vector.ts'

/**
 * A linear map from latents to a small picture, fitted to a model's decoder: the values of a latent cell and
 * its eight neighbours, and a constant 1, times `weights` give `cells` x `cells` pixels in [-1, 1].
 */
export interface PreviewMap {
  cells: number
  /** One row for each of 9 x channels + 1 inputs, of cells x cells x 3 outputs. */
  weights: number[][]
}

export const previewMapSchema: z.ZodType<PreviewMap> = z.object({
  cells: z.int().positive(),
  weights: z.array(z.array(z.number())).min(1),
})

/** Null for a model without `preview.json`: it is drawn without previews. Throws EngineError `model_broken`. */
export function loadPreviewMap(modelDir: string): Promise<PreviewMap | null> {
  return readOptionalModelJson(modelDir, 'preview.json', previewMapSchema)
}

/** Previews end here: what a later one shows is nearly the picture itself, which a cancelled job has not paid for. */
export const LAST_PREVIEW = 0.75

/** A small picture on which previews of a part of it are shown. */
export interface Backdrop extends PictureSize {
  /** Red, green and blue of each pixel. */
  data: Uint8Array
  /** Where the part lies. */
  region: Region
  /** The share of what is drawn that is shown in it, from 0 to 1. */
  shown: Region
}

/** A `data:` URL of a JPEG whose longer edge is at most `edge` pixels. */
export async function renderPreview(
  map: PreviewMap,
  latents: Vector,
  size: LatentSize,
  edge: number,
  backdrop?: Backdrop | null,
): Promise<string> {
  const width = size.width * map.cells
  const height = size.height * map.cells
  const drawn = sharp(previewPixels(map, latents, size), { raw: { width, height, channels: 3 } })
  const preview = backdrop
    ? await putOnto(backdrop, drawn, { width, height })
    : drawn.resize(edge, edge, { fit: 'inside', withoutEnlargement: true })
  const jpeg = await preview.jpeg({ quality: 70 }).toBuffer()
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`
}

async function putOnto(
  { data, width, height, region, shown }: Backdrop,
  drawn: Sharp,
  size: PictureSize,
): Promise<Sharp> {
  const input = await drawn
    .extract({
      left: Math.round(shown.left * size.width),
      top: Math.round(shown.top * size.height),
      width: Math.max(1, Math.floor(shown.width * size.width)),
      height: Math.max(1, Math.floor(shown.height * size.height)),
    })
    .resize(region.width, region.height, { fit: 'fill' })
    .png()
    .toBuffer()
  const { left, top } = region
  return sharp(data, { raw: { width, height, channels: 3 } }).composite([{ input, left, top }])
}

/** RGB of `size` times `map.cells` pixels. */
export function previewPixels(map: PreviewMap, latents: Vector, size: LatentSize): Uint8Array {
  const { cells } = map
  const width = size.width * cells
  const pixels = new Uint8ClampedArray(3 * width * size.height * cells)
  // A power would make it, and all places below, fractions to the compiler: twice the time.
  const count = 3 * cells * cells
  const weights = Float64Array.from(map.weights.flat())
  const inputs = new Float64Array(map.weights.length)
  for (let y = 0; y < size.height; y++)
    for (let x = 0; x < size.width; x++) {
      neighbourhood(latents, size, x, y, inputs)
      for (let output = 0; output < count; output += 3) {
        let red = 0
        let green = 0
        let blue = 0
        for (let i = 0, from = output; i < inputs.length; i++, from += count) {
          red += inputs[i]! * weights[from]!
          green += inputs[i]! * weights[from + 1]!
          blue += inputs[i]! * weights[from + 2]!
        }
        const pixel = output / 3
        const row = y * cells + Math.floor(pixel / cells)
        const at = 3 * (row * width + x * cells + (pixel % cells))
        pixels[at] = (red + 1) * 127.5
        pixels[at + 1] = (green + 1) * 127.5
        pixels[at + 2] = (blue + 1) * 127.5
      }
    }
  return new Uint8Array(pixels.buffer)
}

/** The values of a cell and its neighbours, cell by cell within each channel, and a 1; edges are repeated. */
export function neighbourhood(
  latents: Vector,
  size: LatentSize,
  x: number,
  y: number,
  values: Float64Array,
): Float64Array {
  const area = size.width * size.height
  let at = 0
  for (let plane = 0; plane < latents.length; plane += area)
    for (let dy = -1; dy <= 1; dy++) {
      const row = Math.min(size.height - 1, Math.max(0, y + dy))
      for (let dx = -1; dx <= 1; dx++) {
        const column = Math.min(size.width - 1, Math.max(0, x + dx))
        values[at++] = latents[plane + row * size.width + column]!
      }
    }
  values[at] = 1
  return values
}
