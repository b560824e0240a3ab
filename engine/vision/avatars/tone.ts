import { changeColours, type Layer, lightness, lightnessOf } from './layer.ts'

/** A grade of colours, as a photographer would set it. */
export interface Tone {
  /** 1 leaves contrast as it is. */
  contrast?: number
  /** 0 is black and white, 1 as it is. */
  saturation?: number
  /** Added to dark and to light parts: red, green, blue. */
  shadows?: readonly [number, number, number]
  highlights?: readonly [number, number, number]
  /** Lifts black to this value, as film that has faded. */
  fade?: number
}

/** Grades a layer; skin that was photographed too dark or too light is first brought to a middle exposure. */
export function applyTone(layer: Layer, tone: Tone): void {
  const {
    contrast = 1,
    saturation = 1,
    shadows = [0, 0, 0],
    highlights = [0, 0, 0],
    fade = 0,
  } = tone
  const gain = exposureGain(layer)
  changeColours(layer, (colours) => {
    const light = lightness(colours[0]!, colours[1]!, colours[2]!) * gain
    const share = Math.min(1, Math.max(0, light / 255))
    for (let c = 0; c < 3; c++) {
      const coloured = light + (colours[c]! * gain - light) * saturation
      const graded = (coloured - 128) * contrast + 128
      const tinted = graded + shadows[c]! * (1 - share) ** 2 + highlights[c]! * share ** 2
      colours[c] = fade + (Math.min(255, Math.max(0, tinted)) * (255 - fade)) / 255
    }
  })
}

/** Means between which a portrait needs no correction of its exposure. */
const DARKEST_MEAN = 88
const LIGHTEST_MEAN = 165
const MOST_GAIN = 1.35
/** Black hair and clothes are no darkness: this share of a person, lit skin and all, stays below this lightness. */
const LIT = { share: 0.93, most: 215 }

function exposureGain(layer: Layer): number {
  const shares = new Float64Array(256)
  const light = lightnessOf(layer)
  let [sum, seen] = [0, 0]
  for (const [pixel, value] of light.entries()) {
    const share = layer.opacity[pixel]!
    sum += value * share
    seen += share
    shares[Math.min(255, Math.max(0, Math.round(value)))]! += share
  }
  const mean = sum / Math.max(1, seen)
  if (mean > LIGHTEST_MEAN) return LIGHTEST_MEAN / mean
  if (mean >= DARKEST_MEAN) return 1
  let [lit, below] = [0, 0]
  while (lit < 255 && below < LIT.share * seen) below += shares[lit++]!
  const bearable = Math.max(1, LIT.most / Math.max(1, lit))
  return Math.min(MOST_GAIN, DARKEST_MEAN / Math.max(1, mean), bearable)
}
