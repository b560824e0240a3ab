import sharp from 'sharp'
import { type AddedDepth, findDepth } from '../added/find-depth.ts'
import { MOST_PIXELS } from '../limits.ts'
import { type DecodedPicture, decodePicture } from '../pictures/decode-picture.ts'
import type { RgbPicture } from '../pictures/rgb-picture.ts'
import { distances } from '../../diffusion/source/distance.ts'
import { type CutOut, cutOut } from '../remove-background/cut-out.ts'
import type { ForegroundNetwork } from '../remove-background/find-foreground.ts'
import { type DepthProfile, profileOf, subjectDepth, subjectDepthIn } from './depth.ts'
import { fillBehind } from './fill-behind.ts'
import { type Layer, opaqueLayer, softLayer } from './layer.ts'

/** Layers are so much finer than the video, so that what comes nearer stays sharp. */
const FINER = 1.15
/** Cells of the cut-out along the longer edge: moving edges are seen less closely than those of a still image. */
const CELLS = 384
/** Less of the picture than this is no subject, and more leaves nothing to move before. */
const SUBJECT_SHARE = { least: 0.008, most: 0.8 }
/** What is hidden reaches so far beyond the subject's soft edge, as a share of the longer edge. */
const MARGIN = 0.012
/** Opacity up to which a place is outside the subject. */
const NEARLY_NOTHING = 24
/** And from which on it is nothing but the subject. */
const NEARLY_ALL = 250

/** A picture taken apart for a camera to move in. All parts have one size. */
export interface Scene {
  /** The picture without its subject. */
  behind: Layer
  /** Of what is behind, by the height; left out: as pictures usually have it. */
  depth?: DepthProfile
  /** Null: everything is one layer. `opacity`: 0 to 255 for each pixel of the picture. */
  subject: { layer: Layer; depth: number; opacity: Uint8Array } | null
}

/** Networks that take a picture apart. */
interface SceneNetworks {
  foreground: ForegroundNetwork
  /** Null: depth follows from the height alone. */
  depth: AddedDepth | null
}

interface Size {
  width: number
  height: number
}

/**
 * A picture that covers a video's frame and what lies around it, as far as a camera may look.
 * @param frame `exact`: pixel for pixel, for what is a frame already
 */
export async function fitPicture(
  image: Uint8Array,
  { exact = false, ...frame }: Size & { exact?: boolean },
): Promise<DecodedPicture> {
  const { data, width, height, opacity } = await decodePicture(image, MOST_PIXELS)
  const size = exact ? frame : layerSize(frame)
  const fit = async (bytes: Uint8Array, channels: 1 | 3): Promise<Uint8Array> =>
    sharp(bytes, { raw: { width, height, channels } })
      .resize(size.width, size.height, { fit: 'cover' })
      .toColourspace(channels === 1 ? 'b-w' : 'srgb')
      .raw()
      .toBuffer()
  return { data: await fit(data, 3), ...size, opacity: opacity && (await fit(opacity, 1)) }
}

/** Size of the layers that a video's frame is drawn from. */
export const layerSize = ({ width, height }: Size): Size => ({
  width: Math.round((width * FINER) / 2) * 2,
  height: Math.round((height * FINER) / 2) * 2,
})

/** @param picture as {@link fitPicture} gives it; what is transparent in it lies before white */
export async function buildScene(
  networks: SceneNetworks,
  picture: DecodedPicture,
  signal: AbortSignal,
): Promise<Scene> {
  const { width, height } = picture
  const { data, opacity } = picture.opacity
    ? { data: picture.data, opacity: picture.opacity }
    : await cutSubject(networks.foreground, picture, signal)
  const whole = picture.opacity ? onWhite(picture, picture.opacity) : picture
  const map = networks.depth && (await findDepth(networks.depth, whole))
  const { share, foot } = measure(opacity, width, height)
  if (share < SUBJECT_SHARE.least || share > SUBJECT_SHARE.most)
    return {
      behind: opaqueLayer(whole),
      subject: null,
      ...(map && { depth: profileOf(map, null) }),
    }
  const hidden = widen(opacity, width, height, Math.ceil(MARGIN * Math.max(width, height)))
  const cells = { data: opacity, width, height }
  const profile = map && profileOf(map, cells)
  const depth = map && profile ? subjectDepthIn(map, cells, { profile, foot }) : subjectDepth(foot)
  return {
    behind: opaqueLayer(fillBehind(whole, hidden, signal)),
    ...(profile && { depth: profile }),
    subject: { layer: softLayer({ data, width, height }, opacity), depth, opacity },
  }
}

/** Only where the subject is half transparent the background's colour is taken out of it: elsewhere it is as it was. */
async function cutSubject(
  network: ForegroundNetwork,
  picture: RgbPicture,
  signal: AbortSignal,
): Promise<{ data: Uint8Array; opacity: Uint8Array }> {
  const copy: RgbPicture = { ...picture, data: new Uint8Array(picture.data) }
  const cut = await cutOut(network, copy, { cells: CELLS, onStep: () => {}, signal })
  const opacity = solidInside(cut)
  const data = cut.picture.data
  for (let i = 0; i < opacity.length; i++) {
    if (opacity[i]! < NEARLY_ALL) continue
    for (let c = 3 * i; c < 3 * i + 3; c++) data[c] = picture.data[c]!
  }
  return { data, opacity }
}

/** What is well inside the subject hides all that is behind, also where the network was not sure of it. */
function solidInside({ picture: { width, height }, opacity }: CutOut): Uint8Array {
  const away = distances(findOutside(opacity, width, height), { width, height })
  const reach = MARGIN * Math.max(width, height)
  return opacity.map((value, i) =>
    Math.max(value, Math.min(255, Math.round((255 * (away[i]! - reach)) / reach))),
  )
}

/** Set where nothing of the subject is and from where the picture's border can be reached: a hole in it moves with it. */
function findOutside(opacity: Uint8Array, width: number, height: number): Uint8Array {
  const outside = new Uint8Array(opacity.length)
  const open: number[] = []
  const visit = (i: number): void => {
    if (outside[i] === 1 || opacity[i]! >= NEARLY_NOTHING) return
    outside[i] = 1
    open.push(i)
  }
  for (let x = 0; x < width; x++) {
    visit(x)
    visit((height - 1) * width + x)
  }
  for (let y = 0; y < height; y++) {
    visit(y * width)
    visit((y + 1) * width - 1)
  }
  for (let i = open.pop(); i !== undefined; i = open.pop()) {
    const x = i % width
    if (x > 0) visit(i - 1)
    if (x < width - 1) visit(i + 1)
    if (i >= width) visit(i - width)
    if (i < opacity.length - width) visit(i + width)
  }
  return outside
}

function onWhite({ data, width, height }: RgbPicture, opacity: Uint8Array): RgbPicture {
  const mixed = new Uint8Array(data.length)
  for (let i = 0; i < opacity.length; i++)
    for (let c = 0; c < 3; c++) {
      const own = opacity[i]! / 255
      mixed[3 * i + c] = Math.round(own * data[3 * i + c]! + (1 - own) * 255)
    }
  return { data: mixed, width, height }
}

/** How much of the picture the subject is, and where it ends below. */
function measure(
  opacity: Uint8Array,
  width: number,
  height: number,
): { share: number; foot: number } {
  let sum = 0
  let foot = 0
  for (let y = 0; y < height; y++) {
    let row = 0
    for (let x = 0; x < width; x++) row += opacity[y * width + x]!
    sum += row
    if (row > 255 * 0.01 * width) foot = (y + 1) / height
  }
  return { share: sum / 255 / opacity.length, foot }
}

/** Set where the subject is or nearly: by squares, first along rows, then along columns. */
function widen(opacity: Uint8Array, width: number, height: number, reach: number): Uint8Array {
  const along = new Uint8Array(opacity.length)
  for (let y = 0; y < height; y++) {
    let last = -Infinity
    for (let x = 0; x < width + reach; x++) {
      if (x < width && opacity[y * width + x]! > 8) last = x
      const at = x - reach
      if (at >= 0 && x - last <= 2 * reach) along[y * width + at] = 1
    }
  }
  const all = new Uint8Array(opacity.length)
  for (let x = 0; x < width; x++) {
    let last = -Infinity
    for (let y = 0; y < height + reach; y++) {
      if (y < height && along[y * width + x] === 1) last = y
      const at = y - reach
      if (at >= 0 && y - last <= 2 * reach) all[at * width + x] = 1
    }
  }
  return all
}
