import type { FaceView } from '#lib/engine-spec/index.ts'
import { measureSoftness } from './measure-softness.ts'
import { cutSquare, type Point, type RgbPicture } from '../pictures/rgb-picture.ts'
import type { Face } from './face.ts'
import { squareOfFace } from './find-faces.ts'
import { type Colour, colourAt } from './skin.ts'

/** Points of the mesh that lie alike on both sides of a face: skin from forehead to chin. */
const SIDES = [
  [50, 280],
  [205, 425],
  [101, 330],
  [36, 266],
  [117, 346],
  [203, 423],
  [202, 422],
  [210, 430],
  [211, 431],
  [32, 262],
  [208, 428],
  [135, 364],
  [92, 322],
  [104, 333],
  [108, 337],
  [214, 434],
  [192, 416],
  [147, 376],
] as const
const CHEEKS = [50, 280, 101, 330, 36, 266, 205, 425]
/** Where beards grow: along the jaw, above the upper lip, on the chin. */
const BEARD = [
  [210, 430, 211, 431, 32, 262, 208, 428, 135, 364, 169, 394, 170, 395, 194, 418],
  [165, 391, 167, 393, 92, 322],
  [199, 200, 175, 18],
]
/** Light of a beard, as a part of that of the cheeks: the mean of the three places. */
const BEARD_BELOW = 0.6
/** Of the differences between both sides, this many may be greater: one dark spot covers nothing. */
const OUTLIERS = 3
/** From between the brows to the tip of the nose. */
const BRIDGE = { from: 9, to: 195, steps: 60, width: 9 }
/**
 * Lines beside one another along which a bridge is looked for, as parts of the face's width: a frame crosses all of them; a
 * crease, a mark or the shadow of a brow or of the nose one or two.
 */
const LANES = { asides: [-0.06, -0.03, 0, 0.03, 0.06], least: 4, reach: 0.015, steps: 2 }
/** A frame over the nose is so much darker or lighter than the skin on both sides of it. */
const FRAME = 0.13
/** Inner edges of the lips, and corners of the mouth. */
const [UPPER_LIP, LOWER_LIP, LEFT_CORNER, RIGHT_CORNER] = [13, 14, 78, 308]
/** Middles of an eye's lids, and its corners. */
const EYES = [
  [159, 145, 33, 133],
  [386, 374, 263, 362],
] as const
/** Edge of the square in which blur is measured, pixels. */
const SEEN = 128
/** Steadies quotients of what is nearly black. */
const LEAST_LIGHT = 4

/** How a face is shown: what decides before any work whether it can be used for another picture. */
export function measureView(picture: RgbPicture, face: Face): FaceView {
  const reach = Math.max(1, Math.round(0.02 * face.box.width))
  const colourOf = (index: number): Colour => middleColour(picture, face.mesh[index]!, reach)
  const cheeks = CHEEKS.map(colourOf)
  const skin = {
    light: median(cheeks.map(({ light }) => light)),
    blue: median(cheeks.map(({ blue }) => blue)),
    red: median(cheeks.map(({ red }) => red)),
  }
  const pairs = SIDES.map(([left, right]) => [colourOf(left), colourOf(right)] as const)
  const stops = pairs.map(([left, right]) =>
    Math.log2((left.light + LEAST_LIGHT) / (right.light + LEAST_LIGHT)),
  )
  const side = median(stops)
  const beyond = stops.map((one) => Math.abs(one - side)).toSorted((a, b) => b - a)
  const hues = pairs.map(([left, right]) =>
    Math.hypot(left.blue - right.blue, left.red - right.red),
  )
  const beard = BEARD.map((places) => median(places.map((index) => colourOf(index).light)))
  const meanBeard = beard.reduce((sum, light) => sum + light, 0) / beard.length
  return {
    pitch: face.pitch,
    ...skin,
    side,
    uneven: beyond[OUTLIERS]!,
    hues: median(hues),
    blur: blurOf(picture, face),
    mouth: openingOf(face),
    eyes: Math.min(...EYES.map((eye) => eyeOpening(face, eye))),
    glasses: hasFrame(picture, face, skin.light),
    beard: meanBeard < BEARD_BELOW * skin.light,
  }
}

function openingOf({ mesh }: Face): number {
  const between = (a: number, b: number): number =>
    Math.hypot(mesh[a]!.x - mesh[b]!.x, mesh[a]!.y - mesh[b]!.y)
  return between(UPPER_LIP, LOWER_LIP) / Math.max(1, between(LEFT_CORNER, RIGHT_CORNER))
}

/** Height of an eye, as a part of its width. */
function eyeOpening({ mesh }: Face, [upper, lower, outer, inner]: (typeof EYES)[number]): number {
  const between = (a: number, b: number): number =>
    Math.hypot(mesh[a]!.x - mesh[b]!.x, mesh[a]!.y - mesh[b]!.y)
  return between(upper, lower) / Math.max(1, between(outer, inner))
}

function blurOf(picture: RgbPicture, face: Face): number {
  const square = cutSquare(picture, squareOfFace(face, { around: 1, input: SEEN }), SEEN)
  const cut = { data: square, width: SEEN, height: SEEN }
  const values = Float32Array.from(
    { length: SEEN ** 2 },
    (_, at) => colourAt(cut, at % SEEN, Math.floor(at / SEEN)).light,
  )
  return measureSoftness({ values, width: SEEN, height: SEEN }).blur
}

/** Glasses cross the nose, where skin is smooth from brows to tip. */
function hasFrame(picture: RgbPicture, face: Face, skin: number): boolean {
  const crossed = LANES.asides.filter((aside) => {
    const lights = lightsAlong(picture, face, aside)
    return greatestStep(lights, BRIDGE.width) > FRAME * Math.max(1, skin)
  })
  return crossed.length >= LANES.least
}

/** Light from between the brows to the tip of the nose, beside the nose's middle by a part of the face's width. */
function lightsAlong(picture: RgbPicture, { mesh, box }: Face, aside: number): number[] {
  const { from, to, steps } = BRIDGE
  const [top, tip] = [mesh[from]!, mesh[to]!]
  const [down, right] = [tip.y - top.y, tip.x - top.x]
  const length = Math.max(1, Math.hypot(down, right))
  const across = { x: -down / length, y: right / length }
  const lights: number[] = []
  for (let i = 0; i <= steps; i++) {
    const place = { x: top.x + (right * i) / steps, y: top.y + (down * i) / steps }
    let sum = 0
    for (let k = -LANES.steps; k <= LANES.steps; k++) {
      const by = (aside + (k * LANES.reach) / LANES.steps) * box.width
      sum += lightBetween(picture, place.x + by * across.x, place.y + by * across.y)
    }
    lights.push(sum / (2 * LANES.steps + 1))
  }
  return lights
}

/** How much darker or lighter a place is at most than both places at a distance from it. */
function greatestStep(lights: readonly number[], distance: number): number {
  let most = 0
  for (let i = distance; i < lights.length - distance; i++) {
    const [above, below] = [lights[i - distance]!, lights[i + distance]!]
    const darker = Math.min(above, below) - lights[i]!
    const lighter = lights[i]! - Math.max(above, below)
    most = Math.max(most, darker, lighter)
  }
  return most
}

/** Light between pixels: of a small face the nearest one says too little. */
function lightBetween(picture: RgbPicture, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const [toRight, toBottom] = [x - left, y - top]
  const rowOf = (row: number): number =>
    (1 - toRight) * nearest(picture, left, row).light +
    toRight * nearest(picture, left + 1, row).light
  return (1 - toBottom) * rowOf(top) + toBottom * rowOf(top + 1)
}

function middleColour(picture: RgbPicture, { x, y }: Point, reach: number): Colour {
  const found: Colour[] = []
  for (let dy = -reach; dy <= reach; dy++)
    for (let dx = -reach; dx <= reach; dx++) found.push(nearest(picture, x + dx, y + dy))
  const middle = (key: keyof Colour): number => median(found.map((colour) => colour[key]))
  return { light: middle('light'), blue: middle('blue'), red: middle('red') }
}

function nearest(picture: RgbPicture, x: number, y: number): Colour {
  const column = Math.min(picture.width - 1, Math.max(0, Math.round(x)))
  const row = Math.min(picture.height - 1, Math.max(0, Math.round(y)))
  return colourAt(picture, column, row)
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
