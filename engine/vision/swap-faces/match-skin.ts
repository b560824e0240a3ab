import { colourOf, isSkin, type Colour } from '../faces/skin.ts'
import { boxBlur } from '../pictures/box-blur.ts'

/** Skin becomes lighter or darker by this at most, as a whole and from place to place. */
const LIGHT = { whole: 2.5, place: 1.7 }
/** One colour of the skin gains or loses by this against the others. */
const TINT = { whole: 1.3, place: 1.08 }
/** Contrast of the face may grow or shrink by so much to be that of the target. */
const CONTRAST = { least: 0.85, most: 1.2 }
/** Width of the means, as a part of the face's width: wider than eyes and lips, narrower than a cheek. */
const REACH = 0.11
/** How much of the light from place to place the face takes on; the rest keeps what there is in its own features. */
const STRENGTH = 0.85
const PASSES = 3
/** Skin that covers less than this part of a face says nothing about its light. */
const LEAST_SKIN = 0.15

/** A face in the place of another, three colours for each pixel in rows of `width`. */
interface Region {
  width: number
  height: number
  /** 1 where the face is. */
  inside: Uint8Array
}

/**
 * Gives a face the light and tint of the one that it replaces. Both are read from skin alone, so that hair, glasses, lips
 * and lights in them tint nothing, and are bounded. Light multiplies: what is dark and grey stays so, where a sum would
 * tint it.
 *
 * @param face changed inside
 * @returns 1 where both are skin
 */
export function matchSkin(
  region: Region,
  face: Float32Array,
  target: Float32Array,
  skin: { face: Colour; target: Colour },
): Uint8Array {
  const own = markSkin(region, face, skin.face)
  const wanted = markSkin(region, target, skin.target)
  matchWhole(region, { colours: face, skin: own }, { colours: target, skin: wanted })
  matchPlaces(region, { colours: face, skin: own }, { colours: target, skin: wanted })
  return own.map((one, at) => (one === 1 && wanted[at] === 1 ? 1 : 0))
}

interface Side {
  colours: Float32Array
  skin: Uint8Array
}

/** Where there is hardly any skin, all of the face counts. */
function markSkin({ inside }: Region, colours: Float32Array, skin: Colour): Uint8Array {
  let [found, all] = [0, 0]
  const marked = inside.map((one, at) => {
    if (one === 0) return 0
    all++
    const [red, green, blue] = colours.subarray(3 * at, 3 * at + 3)
    if (!isSkin(colourOf(red!, green!, blue!), skin)) return 0
    found++
    return 1
  })
  return found < LEAST_SKIN * all ? inside : marked
}

/** Mean colour, and contrast of all colours together: one for each colour would tint eyes and shade. */
function matchWhole({ inside }: Region, face: Side, target: Side): void {
  const [own, wanted] = [meanOf(face), meanOf(target)]
  const lightOf = ([red, green, blue]: readonly number[]): number =>
    colourOf(red!, green!, blue!).light
  const ratio = lightOf(wanted) / lightOf(own)
  const light = bounded(ratio, LIGHT.whole)
  const gains = own.map((value, c) => light * bounded(wanted[c]! / value / ratio, TINT.whole))
  const [contrast, mean] = [spreadOf(inside, target) / spreadOf(inside, face), lightOf(own)]
  const stretch = Math.min(CONTRAST.most, Math.max(CONTRAST.least, contrast))
  for (let at = 0; at < inside.length; at++) {
    if (inside[at] === 0) continue
    const [red, green, blue] = face.colours.subarray(3 * at, 3 * at + 3)
    const share = Math.max(0.02, colourOf(red!, green!, blue!).light / mean)
    // Of the light, so that every pixel keeps its hue.
    const stretched = Math.max(0.02, 1 + (share - 1) * stretch) / share
    for (let c = 0; c < 3; c++) face.colours[3 * at + c]! *= gains[c]! * stretched
  }
}

function meanOf({ colours, skin }: Side): number[] {
  const sums = [0, 0, 0]
  let count = 0
  for (let at = 0; at < skin.length; at++) {
    if (skin[at] === 0) continue
    count++
    for (let c = 0; c < 3; c++) sums[c]! += colours[3 * at + c]!
  }
  return sums.map((sum) => Math.max(1, sum / Math.max(1, count)))
}

/** Deviation of the light of all of a face, as a part of its mean. */
function spreadOf(inside: Uint8Array, { colours }: Side): number {
  let [sum, squares, count] = [0, 0, 0]
  for (let at = 0; at < inside.length; at++) {
    if (inside[at] === 0) continue
    const light = colours[3 * at]! + colours[3 * at + 1]! + colours[3 * at + 2]!
    sum += light
    squares += light ** 2
    count++
  }
  return Math.sqrt(Math.max(1e-4, (squares * count) / Math.max(1, sum ** 2) - 1))
}

/** What is broad in the light of the face's skin becomes what is broad in the target's. */
function matchPlaces({ inside, width, height }: Region, face: Side, target: Side): void {
  const reach = Math.max(1, Math.round(REACH * width))
  const broadOf = ({ colours, skin }: Side, c: number): Float32Array => {
    const [sum, weight] = [new Float32Array(skin.length), new Float32Array(skin.length)]
    for (let at = 0; at < skin.length; at++) {
      if (skin[at] === 0) continue
      sum[at] = colours[3 * at + c]!
      weight[at] = 1
    }
    const blurred = boxBlur(sum, { width, height }, reach, PASSES)
    const weights = boxBlur(weight, { width, height }, reach, PASSES)
    return blurred.map((value, at) => (weights[at]! < 0.02 ? Number.NaN : value / weights[at]!))
  }
  const own = [0, 1, 2].map((c) => broadOf(face, c))
  const wanted = [0, 1, 2].map((c) => broadOf(target, c))
  for (let at = 0; at < inside.length; at++) {
    if (inside[at] === 0 || Number.isNaN(own[0]![at]! + wanted[0]![at]!)) continue
    const total = (planes: Float32Array[]): number =>
      Math.max(1, colourOf(planes[0]![at]!, planes[1]![at]!, planes[2]![at]!).light)
    const ratio = total(wanted) / total(own)
    const light = bounded(ratio, LIGHT.place)
    for (let c = 0; c < 3; c++) {
      const tinted = wanted[c]![at]! / Math.max(1, own[c]![at]!)
      const gain = light * bounded(tinted / ratio, TINT.place)
      face.colours[3 * at + c]! *= 1 + STRENGTH * (gain - 1)
    }
  }
}

const bounded = (gain: number, most: number): number => Math.min(most, Math.max(1 / most, gain))
