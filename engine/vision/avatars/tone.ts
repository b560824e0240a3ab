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

function exposureGain(layer: Layer): number {
  const light = lightnessOf(layer)
  let sum = 0
  let seen = 0
  for (const [pixel, value] of light.entries()) {
    sum += value * layer.opacity[pixel]!
    seen += layer.opacity[pixel]!
  }
  const mean = sum / Math.max(1, seen)
  if (mean < DARKEST_MEAN) return Math.min(1.35, DARKEST_MEAN / Math.max(1, mean))
  return mean > LIGHTEST_MEAN ? LIGHTEST_MEAN / mean : 1
}
