import sharp from 'sharp'
import { cutPortrait, type Framing, type Portrait } from '../avatars/cut-portrait.ts'
import type { Layer } from '../avatars/layer.ts'
import { applyLight } from '../avatars/light.ts'
import { applyTone } from '../avatars/tone.ts'
import { HEADSHOT_SIZE } from '../limits.ts'
import { randomNumbers } from '#lib/random-numbers.ts'
import type { RgbPicture } from '../pictures/rgb-picture.ts'
import type { HeadshotBackground } from './backgrounds.ts'

/** Part of the square that a headshot shows across. */
const SEEN = HEADSHOT_SIZE.width / HEADSHOT_SIZE.height

/** How much of a person is seen, by the name of a framing. */
export const FRAMINGS = {
  close: { above: 0.075, eyes: 0.42, face: 0.45, seen: SEEN },
  shoulders: { above: 0.1, eyes: 0.37, face: 0.34, seen: SEEN },
} as const satisfies Record<string, Framing>

/** Backgrounds are the same in every headshot. */
const SEED = 1

/** The person's edge moves inwards by so much of the opacity, so that no line of the old background comes along. */
const EDGE_FROM = 0.22

/**
 * Head and shoulders of a person before a background: exposed and graded evenly, lit from the upper left.
 * Pose, expression and attire are those of the photograph.
 */
export async function takeHeadshot(
  portrait: Portrait,
  { backdrop, rim }: HeadshotBackground,
  framing: Framing,
): Promise<RgbPicture> {
  const { width, height } = HEADSHOT_SIZE
  const layer = await cutPortrait(portrait, height, framing)
  for (const [pixel, value] of layer.opacity.entries())
    layer.opacity[pixel] = Math.max(0, (value - EDGE_FROM) / (1 - EDGE_FROM))
  applyTone(layer, { contrast: 1.04, saturation: 0.97, highlights: [3, 1, 0] })
  applyLight(layer, { from: 0.88, strength: 0.12, rim })
  const behind = await sharp(Buffer.from(backdrop(randomNumbers(SEED))))
    .resize(height, height)
    .removeAlpha()
    .raw()
    .toBuffer()
  const left = Math.round((height - width) / 2)
  return compose(layer, behind, { left, width, height })
}

/** The middle of both squares, one over the other. */
function compose(
  { colours, opacity, edge }: Layer,
  behind: Uint8Array,
  { left, width, height }: { left: number; width: number; height: number },
): RgbPicture {
  const data = new Uint8Array(3 * width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const from = y * edge + left + x
      const share = opacity[from]!
      const to = 3 * (y * width + x)
      for (let c = 0; c < 3; c++) {
        const colour = Math.min(255, Math.max(0, colours[3 * from + c]!))
        data[to + c] = Math.round(colour * share + behind[3 * from + c]! * (1 - share))
      }
    }
  return { data, width, height }
}
