import { Tensor } from 'onnxruntime-node'
import sharp from 'sharp'
import type { OnnxSession } from '../../onnx/onnx-session.ts'
import type { AdapterOf } from '../added/adapter.ts'
import { findSureForeground } from '../added/find-sure-foreground.ts'
import { byteShares } from '../pictures/byte-shares.ts'
import type { Box, RgbPicture } from '../pictures/rgb-picture.ts'
import { fillEnclosed } from './fill-enclosed.ts'
import type { ForegroundMap, Grid } from '../pictures/foreground-map.ts'

/** Edge of what the network sees. */
const INPUT = 320
/** Mean and deviation of the colours that it was trained on (ImageNet). */
const MEAN = [0.485, 0.456, 0.406]
const DEVIATION = [0.229, 0.224, 0.225]
/** A subject that fills less of the picture is looked at again, alone: it has more of the network's pixels then. */
const LOOK_AGAIN_BELOW = 0.5
/** Room around the subject in the second look, as a part of its longer edge. */
const MARGIN = 0.12
/** Certainty from which a pixel counts towards the subject's box. */
const CERTAIN = 0.35

/** Doubt below which an answer stands alone, whatever the mirror image's is. */
export const CLEAR = 0.012

/** How much the second look counts where it sees more than the first, and where it sees less: it often rounds off fur. */
const ADDS = 0.7
const TAKES_AWAY = 0.25

/** A network that marks the foreground. */
export interface ForegroundNetwork extends OnnxSession {
  /** Of a network that was added; left out: the program's own. */
  adapter?: AdapterOf<'foreground'>
}

/** A grid of the picture's proportions, no finer than the picture. @param longer edge, cells at most */
export function fitGrid(picture: RgbPicture, longer: number): Grid {
  const scale = Math.min(1, longer / Math.max(picture.width, picture.height))
  const fit = (edge: number) => Math.max(1, Math.round(edge * scale))
  return { width: fit(picture.width), height: fit(picture.height) }
}

/**
 * Finds the foreground with U²-Net (small), and looks a second time at the part where it is; or with a network that was
 * added, which looks once.
 *
 * @param network `models/background-removal/u2netp.onnx`, or one that was added
 * @param shrunk the same picture on the grid of the map that is returned; all that the first look needs
 */
export async function findForeground(
  network: ForegroundNetwork,
  picture: RgbPicture,
  shrunk: RgbPicture,
): Promise<ForegroundMap> {
  const { width, height } = shrunk
  if (network.adapter)
    return findSureForeground({ session: network, adapter: network.adapter }, picture, shrunk)
  const values = await enlarge(await lookTwice(network, shrunk), width, height)
  const subject = subjectBox({ values, width, height }, picture)
  if (!subject) return { values, width, height }
  const closer = {
    left: Math.round((subject.x * width) / picture.width),
    top: Math.round((subject.y * height) / picture.height),
    width: Math.max(1, Math.round((subject.width * width) / picture.width)),
    height: Math.max(1, Math.round((subject.height * height) / picture.height)),
  }
  closer.width = Math.min(closer.width, width - closer.left)
  closer.height = Math.min(closer.height, height - closer.top)
  const second = await enlarge(
    await look(network, await pixelsOf(picture, subject)),
    closer.width,
    closer.height,
  )
  mergeLooks(values, width, second, closer)
  return { values, width, height }
}

/**
 * The network's answers for a part and for its mirror image, joined. Where it is sure it answers both alike; where it
 * guesses, one answer is often clear and the other half-hearted, and the clearer one is right. An answer that is clear
 * all over stands alone.
 */
async function lookTwice(network: OnnxSession, picture: RgbPicture): Promise<Float32Array> {
  const whole = { x: 0, y: 0, width: picture.width, height: picture.height }
  const pixels = await pixelsOf(picture, whole)
  const straight = await look(network, pixels)
  const doubt = doubtOf(straight)
  if (doubt < CLEAR) return straight
  const other = await look(network, pixels, true)
  const otherDoubt = doubtOf(other)
  const trust = otherDoubt ** 4 / (doubt ** 4 + otherDoubt ** 4)
  for (let cell = 0; cell < straight.length; cell++)
    straight[cell] = trust * straight[cell]! + (1 - trust) * other[mirrored(cell)]!
  return straight
}

/** One look at a whole picture. */
export interface WholeLook {
  /** Certainty of each cell of a square grid. */
  straight: Float32Array
  /** Colours that the network saw. */
  pixels: Uint8Array
  /** Cells along an edge of the grid. */
  edge: number
  /** Looks at the mirror image, too, and returns its answer for each of the same cells. */
  turn: () => Promise<Float32Array>
}

/** Looks at a whole picture, and at its mirror image when asked to. */
export async function lookAtWhole(network: OnnxSession, picture: RgbPicture): Promise<WholeLook> {
  const whole = { x: 0, y: 0, width: picture.width, height: picture.height }
  const pixels = await pixelsOf(picture, whole)
  const straight = await look(network, pixels)
  const turn = async (): Promise<Float32Array> => {
    const other = await look(network, pixels, true)
    return other.map((_, cell) => other[mirrored(cell)]!)
  }
  return { straight, pixels, edge: INPUT, turn }
}

/** The cell in whose place one lies in the mirror image. */
function mirrored(cell: number): number {
  const column = cell % INPUT
  return cell - column + INPUT - 1 - column
}

/** How much of what was found is neither foreground nor background: 0 (all is clear) to 1. */
export function doubtOf(answer: Float32Array): number {
  let [unclear, all] = [0, 0]
  for (const value of answer) {
    unclear += value * (1 - value)
    all += value
  }
  return (unclear + 1e-6) / (all + 1e-6)
}

/** A part of a picture as the network sees it, {@link INPUT} x {@link INPUT}: red, green, blue. */
async function pixelsOf(picture: RgbPicture, part: Box): Promise<Uint8Array> {
  const raw = { width: picture.width, height: picture.height, channels: 3 as const }
  return sharp(picture.data, { raw })
    .extract({ left: part.x, top: part.y, width: part.width, height: part.height })
    .resize(INPUT, INPUT, { fit: 'fill' })
    .raw()
    .toBuffer()
}

/** The network's answer for what it sees, {@link INPUT} x {@link INPUT}, stretched to 0 to 1. */
async function look(
  { session, inputs, outputNames }: OnnxSession,
  pixels: Uint8Array,
  isMirrored = false,
): Promise<Float32Array> {
  let brightest = 1
  for (const value of pixels) if (value > brightest) brightest = value
  const area = INPUT * INPUT
  const input = new Float32Array(3 * area)
  for (let c = 0; c < 3; c++) {
    const [scale, offset] = [1 / (brightest * DEVIATION[c]!), MEAN[c]! / DEVIATION[c]!]
    for (let cell = 0; cell < area; cell++) {
      const from = isMirrored ? mirrored(cell) : cell
      input[c * area + cell] = pixels[3 * from + c]! * scale - offset
    }
  }
  const feeds = { [inputs[0]!.name]: new Tensor('float32', input, [1, 3, INPUT, INPUT]) }
  // The first output joins those of all depths.
  const answer = (await session.run(feeds))[outputNames[0]!]!.data as Float32Array
  let [least, most] = [Infinity, -Infinity]
  for (const value of answer) [least, most] = [Math.min(least, value), Math.max(most, value)]
  // An even answer has no subject; stretching it would make one of its noise.
  const range = Math.max(0.2, most - least)
  return answer.map((value) => (value - least) / range)
}

/** The network's answer on a grid; what its subject encloses belongs to it. */
async function enlarge(values: Float32Array, width: number, height: number): Promise<Float32Array> {
  const filled = fillEnclosed(values, INPUT, INPUT)
  const bytes = Uint8Array.from(filled, (value) => Math.round(value * 255))
  const resized = await sharp(bytes, { raw: { width: INPUT, height: INPUT, channels: 1 } })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  return byteShares(resized)
}

/** Where the subject is, with room around it, in pixels of the picture; null if a second look would show no more. */
function subjectBox({ values, width, height }: ForegroundMap, picture: RgbPicture): Box | null {
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (values[y * width + x]! < CERTAIN) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
    }
  if (right < 0) return null
  const margin = MARGIN * Math.max(right - left, bottom - top) + 2
  const [fx, fy] = [picture.width / width, picture.height / height]
  const x = Math.max(0, Math.floor((left - margin) * fx))
  const y = Math.max(0, Math.floor((top - margin) * fy))
  const box = {
    x,
    y,
    width: Math.min(picture.width, Math.ceil((right + margin) * fx)) - x,
    height: Math.min(picture.height, Math.ceil((bottom + margin) * fy)) - y,
  }
  const part = (box.width * box.height) / (picture.width * picture.height)
  return part < LOOK_AGAIN_BELOW && box.width >= 16 && box.height >= 16 ? box : null
}

/** Merges both looks: their mean where both find something, for the first alone knows what is a subject at all. */
function mergeLooks(
  values: Float32Array,
  width: number,
  second: Float32Array,
  part: { left: number; top: number; width: number; height: number },
): void {
  for (let y = 0; y < part.height; y++)
    for (let x = 0; x < part.width; x++) {
      const at = (part.top + y) * width + part.left + x
      const first = values[at]!
      const closer = second[y * part.width + x]!
      // Where the first saw nothing at all, the closer look may have taken up the ground.
      const trust = Math.min(1, Math.max(0, (first - 0.02) / 0.25))
      const weight = closer > first ? ADDS : TAKES_AWAY
      values[at] = first + trust * weight * (closer - first)
    }
}
