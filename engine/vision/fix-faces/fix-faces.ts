import sharp from 'sharp'
import type { OnnxSession } from '../../onnx/onnx-session.ts'
import { describeFace, likenessOf } from '../faces/describe-face.ts'
import { ellipseShare } from '../faces/ellipse-share.ts'
import type { Face } from '../faces/face.ts'
import { cutRegion } from '../pictures/cut-region.ts'
import type { Box, RgbPicture } from '../pictures/rgb-picture.ts'
import { measureBlocks } from '../faces/measure-blocks.ts'
import { upscalePicture } from '../upscale/upscale-picture.ts'
import { detailOf, type LightPlane, measureSoftness } from '../faces/measure-softness.ts'
import { sharpen } from './sharpen.ts'
import type { UpscalerNetwork } from '../upscale/upscaler.ts'

/** Edge of the part that is redrawn, as a multiple of the face's box: hair and chin belong to it. */
const AROUND_FACE = 1.5
/** The network sees a face at most so high: of what is larger it cannot know more than the photograph shows. */
const SEEN_EDGE = 192
/** Share of the face that is redrawn; what remains keeps the skin from looking like wax. */
const SHARE = 0.9
/** Blur of what is in focus, pixels: a soft face is shrunk until it has this. */
const IN_FOCUS = 0.75
/** How much it is shrunk: half at least, so that the network has something to find, and not beyond features. */
const SHRUNK = { most: 0.5, least: 0.25 }
/** So many times the detail that was there: more looks drawn, and less like the person. */
const MOST_DETAIL = 1.67
const STEPS = 6
/** Least similarity to the face before: with less it is seen as somebody else's. */
const LEAST_LIKENESS = 0.93
/** Factor on the sharpening after each try that cost too much likeness, and the most tries. */
const LESS = { share: 0.93, times: 12 }
/** From here on the blocks of strong compression are seen: their steps, of 255, are taken for noise. */
const BLOCKS = { seen: 1.7, noise: 3 }
/** Part of the box's half, from its middle, that is redrawn in full. */
const FULL = 0.62

/** The networks that faces are fixed with. */
interface FixNetworks {
  upscaler: UpscalerNetwork
  /** Describes whom a face belongs to. */
  identity: OnnxSession
}

/**
 * Draws each face again from a copy of itself so small that it is in focus: noise, blocks and blur of the photograph are gone.
 * Then edges, of eyes, brows and lips, are made steep, as far as the face stays like the one before. Nothing outside the
 * faces changes.
 *
 * @param onFace told after each face how many are done
 * @returns how many times as much detail each face has
 */
export async function fixFaces(
  networks: FixNetworks,
  picture: RgbPicture,
  faces: readonly Face[],
  onFace: (done: number) => void,
  signal: AbortSignal,
): Promise<number[]> {
  const gains: number[] = []
  for (const [i, face] of faces.entries()) {
    gains.push(await fixFace(networks, picture, face, signal))
    onFace(i + 1)
  }
  return gains
}

async function fixFace(
  { upscaler, identity }: FixNetworks,
  picture: RgbPicture,
  face: Face,
  signal: AbortSignal,
): Promise<number> {
  const region = regionAround(face, picture)
  const before = cutRegion(picture, region)
  const drawn = await redraw(upscaler, before, signal)
  const [photo, light] = [lightOf(before), lightOf(drawn)]
  const { blur, noise } = measureSoftness(photo)
  const hasBlocks = measureBlocks(picture, face.box) >= BLOCKS.seen
  const more = sharpen(light, photo, blur, hasBlocks ? Math.max(noise, BLOCKS.noise) : noise)
  const inside = innerBox(face, region)
  const own = Math.max(1e-3, detailOf(cutLight(photo, inside)))
  const shares = sharesOf(region)
  const detailAt = (strength: number): number => {
    const values = photo.values.map(
      (was, at) => was + shares[at]! * (light.values[at]! + strength * more[at]! - was),
    )
    return detailOf(cutLight({ ...photo, values }, inside))
  }
  let strength = greatestBelow(detailAt, MOST_DETAIL * own)
  const person = await describeFace(identity, picture, face)
  for (let time = 0; time <= LESS.times; time++) {
    paste(picture, mix(before, drawn, shares, more, strength), region)
    const likeness = likenessOf(person, await describeFace(identity, picture, face))
    if (likeness >= LEAST_LIKENESS) return detailAt(strength) / own
    strength *= LESS.share
  }
  paste(picture, before, region)
  return 1
}

function regionAround({ box }: Face, { width, height }: RgbPicture): Box {
  const edge = AROUND_FACE * Math.max(box.width, box.height)
  const left = Math.max(0, Math.round(box.x + box.width / 2 - edge / 2))
  const top = Math.max(0, Math.round(box.y + box.height / 2 - edge / 2))
  return {
    x: left,
    y: top,
    width: Math.min(width, Math.round(left + edge)) - left,
    height: Math.min(height, Math.round(top + edge)) - top,
  }
}

/** The face itself, in pixels of its region. */
function innerBox({ box }: Face, region: Box): Box {
  const [x, y] = [Math.round(box.x - region.x), Math.round(box.y - region.y)]
  const [left, top] = [Math.max(0, x), Math.max(0, y)]
  return {
    x: left,
    y: top,
    width: Math.min(region.width, x + Math.round(box.width)) - left,
    height: Math.min(region.height, y + Math.round(box.height)) - top,
  }
}

/** The face as the network draws it from a small copy, in its own size. */
async function redraw(
  network: UpscalerNetwork,
  face: RgbPicture,
  signal: AbortSignal,
): Promise<RgbPicture> {
  const { width, height } = face
  const { blur } = measureSoftness(lightOf(face))
  const focused = Math.min(SHRUNK.most, Math.max(SHRUNK.least, IN_FOCUS / blur))
  const shrink = Math.min(focused, SEEN_EDGE / Math.max(width, height))
  const size = (edge: number): number => Math.max(8, Math.round(edge * shrink))
  const small = await resize(face, size(width), size(height))
  const drawn = await upscalePicture(network, small, network.factor, () => {}, signal)
  return resize(drawn, width, height)
}

async function resize(
  { data, width, height }: RgbPicture,
  toWidth: number,
  toHeight: number,
): Promise<RgbPicture> {
  const resized = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize(toWidth, toHeight, { fit: 'fill' })
    .raw()
    .toBuffer()
  return { data: resized, width: toWidth, height: toHeight }
}

/** The region with its face fixed, and the photograph's own pixels towards its border. */
function mix(
  before: RgbPicture,
  drawn: RgbPicture,
  shares: Float32Array,
  more: Float32Array,
  strength: number,
): RgbPicture {
  const data = new Uint8Array(before.data.length)
  for (const [at, share] of shares.entries())
    for (let c = 3 * at; c < 3 * at + 3; c++) {
      const value = Math.min(255, Math.max(0, drawn.data[c]! + strength * more[at]!))
      data[c] = Math.round(value * share + before.data[c]! * (1 - share))
    }
  return { ...before, data }
}

/** Returns the opacity of the new face at each pixel of a region, 0 to 1. */
function sharesOf({ width, height }: Box): Float32Array {
  return Float32Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [(at % width) + 0.5, Math.floor(at / width) + 0.5]
    return SHARE * ellipseShare(x / width, y / height, FULL)
  })
}

/** The greatest share, of 1 at most, of which a value that grows with it is not above `most`. */
function greatestBelow(valueAt: (share: number) => number, most: number): number {
  if (valueAt(1) <= most) return 1
  let [least, greatest] = [0, 1]
  for (let step = 0; step < STEPS; step++) {
    const share = (least + greatest) / 2
    if (valueAt(share) > most) greatest = share
    else least = share
  }
  return least
}

function paste(picture: RgbPicture, part: RgbPicture, { x, y }: Box): void {
  for (let row = 0; row < part.height; row++)
    picture.data.set(
      part.data.subarray(3 * row * part.width, 3 * (row + 1) * part.width),
      3 * ((y + row) * picture.width + x),
    )
}

function cutLight(light: LightPlane, { x, y, width, height }: Box): LightPlane {
  const values = new Float32Array(width * height)
  for (let row = 0; row < height; row++) {
    const from = (y + row) * light.width + x
    values.set(light.values.subarray(from, from + width), row * width)
  }
  return { values, width, height }
}

/** Rec. 601. */
function lightOf({ data, width, height }: RgbPicture): LightPlane {
  const values = Float32Array.from(
    { length: width * height },
    (_, at) => 0.299 * data[3 * at]! + 0.587 * data[3 * at + 1]! + 0.114 * data[3 * at + 2]!,
  )
  return { values, width, height }
}
