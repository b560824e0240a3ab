import type { ImagePadding, ImageSource } from '#lib/engine-spec/index.ts'
import type { Region } from '../enlarger/tiles.ts'
import type { LatentSize } from '../networks.ts'
import { createNoiseStream } from '../noise.ts'
import { distances } from './distance.ts'
import type { Frame } from './frame.ts'
import { onWhite } from './frame.ts'
import { meetEdges } from './meet-edges.ts'
import type { Pixels } from './read-source.ts'
import { readMask } from './read-source.ts'
import { reason, unsupported } from '../../reason.ts'

/** A part of a picture that is redrawn. */
export interface Repaint {
  /** The source with its padding, which is filled from its edges. */
  canvas: Pixels
  /** The share of the new picture in each pixel of the canvas, 0 to 255. */
  blend: Uint8Array
  /** The part of the canvas that the model is shown. */
  region: Region
}

/** What the model is shown around what it paints: at least so many pixels, and half the painted part's longer edge. */
const LEAST_CONTEXT = 32

/**
 * @param nativeSize edge that the model was trained at; the region is no smaller where the canvas allows
 * @throws EngineError `unsupported` if there is nothing to paint
 */
export async function planRepaint(
  pixels: Pixels,
  { mask, padding }: ImageSource,
  nativeSize: number,
): Promise<Repaint> {
  const canvas = padding ? pad(pixels, padding) : pixels
  const blend = new Uint8Array(canvas.width * canvas.height)
  if (padding) blend.fill(255)
  const inside = mask
    ? feathered(await readMask(mask.image, pixels), pixels, mask.feather)
    : new Uint8Array(pixels.width * pixels.height)
  for (let y = 0; y < pixels.height; y++) {
    const row = inside.subarray(y * pixels.width, (y + 1) * pixels.width)
    blend.set(row, (y + (padding?.top ?? 0)) * canvas.width + (padding?.left ?? 0))
  }
  const painted = boundsOf(blend, canvas.width)
  if (!painted) throw unsupported(reason('engines.maskEmpty'))
  return { canvas, blend, region: withContext(painted, canvas, nativeSize) }
}

/** Which latent cells of a frame hold anything that is painted: 1, else 0. */
export function paintedCells(
  { canvas, blend, region }: Repaint,
  frame: Frame,
  latent: LatentSize,
): Uint8Array {
  const [across, down] = [frame.width / latent.width, frame.height / latent.height]
  const [scaleX, scaleY] = [region.width / frame.shown.width, region.height / frame.shown.height]
  /** The pixels of the region below a cell; beyond its border the outermost ones. */
  const span = (cell: number, edge: number, offset: number, scale: number, length: number) => {
    const from = Math.min(length - 1, Math.max(0, Math.floor((cell * edge - offset) * scale)))
    return [
      from,
      Math.min(length, Math.max(from + 1, Math.ceil(((cell + 1) * edge - offset) * scale))),
    ]
  }
  const cells = new Uint8Array(latent.width * latent.height)
  for (let cellY = 0; cellY < latent.height; cellY++)
    for (let cellX = 0; cellX < latent.width; cellX++) {
      const [left, right] = span(cellX, across, frame.shown.left, scaleX, region.width)
      const [top, bottom] = span(cellY, down, frame.shown.top, scaleY, region.height)
      for (let y = top!; y < bottom!; y++) {
        const row = (region.top + y) * canvas.width + region.left
        if (blend.subarray(row + left!, row + right!).some((share) => share > 0))
          cells[cellY * latent.width + cellX] = 1
      }
    }
  return cells
}

/** Which pixels of a frame are painted: 1, else 0. */
export function paintedPixels({ canvas, blend, region }: Repaint, frame: Frame): Uint8Array {
  const { shown } = frame
  const within = (at: number, from: number, length: number, pixels: number): number =>
    Math.min(pixels - 1, Math.max(0, Math.floor(((at + 0.5 - from) * pixels) / length)))
  return Uint8Array.from({ length: frame.width * frame.height }, (_, at) => {
    const x = within(at % frame.width, shown.left, shown.width, region.width)
    const y = within(Math.floor(at / frame.width), shown.top, shown.height, region.height)
    return blend[(region.top + y) * canvas.width + region.left + x]! > 0 ? 1 : 0
  })
}

/**
 * The canvas with a new picture of its region blended in; pixels with no share of it stay as they are.
 *
 * @param rgb three values a pixel of the region; is changed where it meets what is kept
 */
export function blendRegion({ canvas, blend, region }: Repaint, rgb: Uint8Array): Pixels {
  const data = Uint8Array.from(canvas.data)
  const shares = new Uint8Array(region.width * region.height)
  for (let y = 0; y < region.height; y++) {
    const row = (region.top + y) * canvas.width + region.left
    shares.set(blend.subarray(row, row + region.width), y * region.width)
  }
  meetEdges(rgb, onWhite(canvas, region), shares, region)
  for (let y = 0; y < region.height; y++)
    for (let x = 0; x < region.width; x++) {
      const pixel = (region.top + y) * canvas.width + region.left + x
      const share = blend[pixel]! / 255
      if (share === 0) continue
      const from = 3 * (y * region.width + x)
      const opacity = data[4 * pixel + 3]! / 255
      for (let channel = 0; channel < 3; channel++) {
        const old = data[4 * pixel + channel]! * opacity + 255 * (1 - opacity)
        data[4 * pixel + channel] = Math.round(old + share * (rgb[from + channel]! - old))
      }
      data[4 * pixel + 3] = 255
    }
  return { ...canvas, data }
}

/** 255 where the mask is set, falling smoothly to 0 beyond `feather` pixels from it. */
function feathered(mask: Uint8Array, size: Pixels, feather: number): Uint8Array {
  const shares = new Uint8Array(mask.length)
  const away = feather > 0 ? distances(mask, size) : null
  for (let i = 0; i < shares.length; i++) {
    if (mask[i] === 1) shares[i] = 255
    else if (away && away[i]! <= feather) {
      const share = 1 - away[i]! / (feather + 1)
      shares[i] = Math.round(255 * share ** 2 * (3 - 2 * share))
    }
  }
  return shares
}

/** Noise in the padding where it is widest, as a deviation of values 0 to 255; it gives the model something to grow from. */
const FILL_NOISE = 32
/** Pixels from the edge at which the noise has grown to half of that. */
const NOISE_DISTANCE = 32

/** Puts pixels around a picture: its edges are carried on, under noise that grows with the distance. */
function pad(source: Pixels, { left, top, right, bottom }: ImagePadding): Pixels {
  const [width, height] = [source.width + left + right, source.height + top + bottom]
  const data = new Uint8ClampedArray(4 * width * height)
  const noise = createNoiseStream(0)(width)
  const clamp = (at: number, length: number): number => Math.min(length - 1, Math.max(0, at))
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [nearX, nearY] = [clamp(x - left, source.width), clamp(y - top, source.height)]
      const distance = Math.hypot(x - left - nearX, y - top - nearY)
      const deviation = (FILL_NOISE * distance) / (distance + NOISE_DISTANCE)
      const [to, from] = [4 * (y * width + x), 4 * (nearY * source.width + nearX)]
      for (let channel = 0; channel < 3; channel++)
        // One line of noise serves for all, each begun elsewhere: it need not be more random.
        data[to + channel] =
          source.data[from + channel]! + deviation * noise[(x + 7919 * (3 * y + channel)) % width]!
      data[to + 3] = source.data[from + 3]!
    }
  return { data: new Uint8Array(data.buffer), width, height }
}

function boundsOf(blend: Uint8Array, width: number): Region | null {
  let [left, right, top, bottom] = [Infinity, -1, Infinity, -1]
  for (let pixel = 0; pixel < blend.length; pixel++) {
    if (blend[pixel] === 0) continue
    const [x, y] = [pixel % width, Math.floor(pixel / width)]
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = y
  }
  return right < 0 ? null : { left, top, width: right - left + 1, height: bottom - top + 1 }
}

function withContext(painted: Region, canvas: Pixels, nativeSize: number): Region {
  const context = Math.max(LEAST_CONTEXT, Math.max(painted.width, painted.height) / 2)
  const grow = (from: number, length: number, most: number): [from: number, length: number] => {
    const wanted = Math.min(most, Math.max(nativeSize, Math.ceil(length + 2 * context)))
    const start = Math.round(from + (length - wanted) / 2)
    return [Math.min(most - wanted, Math.max(0, start)), wanted]
  }
  const [left, width] = grow(painted.left, painted.width, canvas.width)
  const [top, height] = grow(painted.top, painted.height, canvas.height)
  return { left, top, width, height }
}
