import sharp from 'sharp'
import { type Face, LANDMARKS, middleOf } from '../faces/face.ts'
import type { Box, RgbPicture } from '../pictures/rgb-picture.ts'
import { type Crown, findCrown, middleOfHead, reachOfHead } from './find-crown.ts'
import type { Layer } from './layer.ts'

/** A person, cut out. */
export interface Portrait {
  picture: RgbPicture
  /** 0 to 255 for each pixel: how much of it is the person. */
  opacity: Uint8Array
  face: Face
}

/** How much of a person is cut out, in parts of the result's height. */
export interface Framing {
  /** Room above the hair. */
  above: number
  /** Where the eyes are. */
  eyes: number
  /** Height of a usual face. */
  face: number
  /** Width of what is seen of the square. */
  seen: number
}

/** Head and shoulders in a square. */
export const HEAD: Framing = { above: 0.085, eyes: 0.41, face: 0.4, seen: 1 }
/** Edges of the square around the head, as multiples of the face's height: a hat or a mistake does not make it tiny. */
const AROUND = { least: 1.7, most: 4.2 }
/** Height of the eyes above the chin, and of the usual hair above the eyes, as parts of the face's height. */
const EYES = 0.67
const HAIR = 0.75
/** Eyes lower than this are raised, and the least room above the hair that this may leave. Parts of the square. */
const LOW = { eyes: 0.44, above: 0.065 }
/** How much larger the square may be for a head that it then does not hold in its middle. */
const ASIDE = 1.25
/** Room that a wide hat or hair has at the sides of what is seen, and how much larger the square may be for it. */
const WIDE = { room: 1.06, most: 1.35 }
/** Room below the chin at least, as a part of the face's height. */
const BELOW_CHIN = 0.12
/** Opacity of what is the person along a border, and how much of it is a shoulder, as a part of the face's height. */
const SOLID = 128
const SHOULDER = 0.1
/** Pixels that are the person's for sure give their colour to those beyond the edge. */
const SURE = 0.9

/** The part of a photograph that a framing shows of a person; may reach beyond its borders. */
export function frameOf({ picture, opacity, face }: Portrait, framing: Framing = HEAD): Box {
  const sides = findCutSides({ picture, opacity, face })
  const eyes = middleOf(face.mesh, [...LANDMARKS.leftEye, ...LANDMARKS.rightEye]).y
  const crown = findCrown(picture, opacity, face)
  const middle = middleOfHead(picture, opacity, face, crown)
  const reach = reachOfHead(picture, opacity, middle, { from: crown.y, to: eyes })
  return squareAround({ face: face.box, eyes, crown, middle, reach }, picture, sides, framing)
}

/** Head and shoulders of a person as a layer; what is cut off by the photograph's border ends at the layer's. */
export async function cutPortrait(
  portrait: Portrait,
  edge: number,
  framing: Framing = HEAD,
): Promise<Layer> {
  const { picture, opacity } = portrait
  const square = frameOf(portrait, framing)
  const rgb = await cut(picture.data, picture, 3, square, edge)
  const alpha = await cut(opacity, picture, 1, square, edge)
  const layer: Layer = {
    colours: Float32Array.from(rgb),
    opacity: Float32Array.from(alpha, (value) => value / 255),
    edge,
  }
  spreadColours(layer)
  return layer
}

/** Sides of the photograph that cut through the person. */
export interface CutSides {
  left: boolean
  right: boolean
}

/** Where a head is, in pixels of its photograph. */
interface Head {
  face: Box
  /** Row of the eyes. */
  eyes: number
  crown: Crown
  /** Column of its middle; left out: of the face's. */
  middle?: number
  /** How far hair or a hat reaches beside that; left out: no further than usual. */
  reach?: number
}

/**
 * A square that holds the head with its hair: so large that the room above and the height of the eyes are those of the
 * framing; less where the photograph ends below or cuts through a shoulder, so that nobody floats and no shoulder ends in a
 * straight line. The eyes would be lower then: room above the hair gives way to them. Hair that the photograph cuts off ends at the square's upper border.
 */
export function squareAround(
  { face, eyes, crown, middle = face.x + face.width / 2, reach = 0 }: Head,
  { width, height }: Pick<RgbPicture, 'width' | 'height'>,
  sides: CutSides,
  { above, eyes: down, seen }: Framing = HEAD,
): Box {
  const toLeft = sides.left ? middle : Infinity
  const toRight = sides.right ? width - middle : Infinity
  const beside = (2 * ASIDE * Math.min(toLeft, toRight)) / seen
  const across = (sides.left && sides.right ? width : 1.6 * width) / seen
  const rise = crown.isCutOff
    ? Math.max(HAIR * EYES * face.height, (eyes - crown.y) * (1 - above / down))
    : eyes - crown.y
  const usual = within(rise / (down - above), AROUND.least, AROUND.most, face.height)
  const wanted = Math.max(usual, Math.min((2 * WIDE.room * reach) / seen, WIDE.most * usual))
  const chin = face.y + (1 + BELOW_CHIN) * face.height
  const edgeFor = (free: number): number => {
    const below = (height - crown.y) / (1 - free)
    const least = Math.max(AROUND.least * face.height, (chin - crown.y) / (1 - free))
    return Math.round(Math.max(Math.min(wanted, beside, across, below), least))
  }
  const raised = Math.min(above, Math.max(LOW.above, LOW.eyes - rise / edgeFor(above)))
  const free = crown.isCutOff ? 0 : raised
  const edge = edgeFor(free)
  const hidden = ((1 - seen) / 2) * edge
  let x = Math.round(middle - edge / 2)
  if (sides.right) x = Math.min(x, Math.floor(width - edge + hidden))
  if (sides.left) x = Math.max(x, Math.ceil(-hidden))
  const y = Math.round(Math.min(crown.y - free * edge, height - edge))
  return { x, y, width: edge, height: edge }
}

const within = (value: number, least: number, most: number, unit: number): number =>
  Math.min(most * unit, Math.max(least * unit, value))

/** Which sides cut through the person, below the middle of the face: what reaches a border there is a shoulder. */
function findCutSides({ picture: { width, height }, opacity, face }: Portrait): CutSides {
  let [left, right] = [0, 0]
  for (let y = Math.round(face.box.y + face.box.height / 2); y < height; y++) {
    if (opacity[y * width]! >= SOLID) left++
    if (opacity[(y + 1) * width - 1]! >= SOLID) right++
  }
  const enough = SHOULDER * face.box.height
  return { left: left > enough, right: right > enough }
}

/** A square of a picture, brought to `edge`; black and transparent where it reaches beyond. */
async function cut(
  data: Uint8Array,
  { width, height }: RgbPicture,
  channels: 1 | 3,
  square: Box,
  edge: number,
): Promise<Uint8Array> {
  const left = Math.max(0, square.x)
  const top = Math.max(0, square.y)
  const right = Math.min(width, square.x + square.width)
  const bottom = Math.min(height, square.y + square.height)
  const inside = await sharp(data, { raw: { width, height, channels } })
    .extract({ left, top, width: right - left, height: bottom - top })
    .extend({
      left: left - square.x,
      top: top - square.y,
      right: square.x + square.width - right,
      bottom: square.y + square.height - bottom,
      extendWith: 'background',
      background: '#000',
    })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return sharp(inside.data, {
    raw: { width: inside.info.width, height: inside.info.height, channels: inside.info.channels },
  })
    .resize(edge, edge, { fit: 'fill' })
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .raw()
    .toBuffer()
}

/**
 * Carries the person's colours beyond their edge, so that no filter and no soft edge takes along what was behind them:
 * means of what is sure, coarser and coarser, until every pixel has one (pull and push; Gortler et al. 1996).
 */
function spreadColours({ colours, opacity, edge }: Layer): void {
  const weights = opacity.map((value) => (value >= SURE ? 1 : 0))
  const filled = fillFromCoarser(colours, weights, edge)
  colours.set(filled)
}

function fillFromCoarser(colours: Float32Array, weights: Float32Array, edge: number): Float32Array {
  if (edge < 2 || weights.every((weight) => weight > 0)) return colours
  const half = Math.ceil(edge / 2)
  const means = new Float32Array(3 * half * half)
  const sums = new Float32Array(half * half)
  for (let y = 0; y < edge; y++)
    for (let x = 0; x < edge; x++) {
      const from = y * edge + x
      const to = (y >> 1) * half + (x >> 1)
      sums[to]! += weights[from]!
      for (let c = 0; c < 3; c++) means[3 * to + c]! += weights[from]! * colours[3 * from + c]!
    }
  for (let to = 0; to < sums.length; to++)
    for (let c = 0; c < 3 && sums[to]! > 0; c++) means[3 * to + c]! /= sums[to]!
  const coarse = fillFromCoarser(
    means,
    sums.map((sum) => Math.min(1, sum)),
    half,
  )
  const filled = Float32Array.from(colours)
  for (let y = 0; y < edge; y++)
    for (let x = 0; x < edge; x++) {
      const at = y * edge + x
      const own = weights[at]!
      if (own === 1) continue
      const [u, v] = [(x + 0.5) / 2 - 0.5, (y + 0.5) / 2 - 0.5]
      const [i, j] = [Math.max(0, Math.floor(u)), Math.max(0, Math.floor(v))]
      const [right, below] = [Math.min(half - 1, i + 1), Math.min(half - 1, j + 1)]
      const [s, t] = [Math.max(0, u - i), Math.max(0, v - j)]
      for (let c = 0; c < 3; c++) {
        const value =
          (coarse[3 * (j * half + i) + c]! * (1 - s) + coarse[3 * (j * half + right) + c]! * s) *
            (1 - t) +
          (coarse[3 * (below * half + i) + c]! * (1 - s) +
            coarse[3 * (below * half + right) + c]! * s) *
            t
        filled[3 * at + c] = own * colours[3 * at + c]! + (1 - own) * value
      }
    }
  return filled
}
