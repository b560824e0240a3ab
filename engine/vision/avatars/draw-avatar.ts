import sharp from 'sharp'
import { AVATAR_EDGE } from '../limits.ts'
import { randomNumbers } from '#lib/random-numbers.ts'
import type { RgbPicture } from '../pictures/rgb-picture.ts'
import { upscalePicture } from '../upscale/upscale-picture.ts'
import type { UpscalerNetwork } from '../upscale/upscaler.ts'
import { cutPortrait, type Portrait } from './cut-portrait.ts'
import { blurPlane, type Layer } from './layer.ts'
import type { Look } from './looks.ts'

/** The illustration network draws outlines of its own where it gets few pixels. */
const ILLUSTRATED_FROM = AVATAR_EDGE / 4

/**
 * A person in a look: head and shoulders on a drawn background.
 *
 * @param illustration network that redraws, of looks that are illustrated
 * @param seed varies the background and from which side the look begins; the same seed gives the same picture
 */
export async function drawAvatar(
  portrait: Portrait,
  look: Look,
  illustration: UpscalerNetwork,
  seed: number,
  signal: AbortSignal,
): Promise<RgbPicture> {
  const layer = await cutPortrait(portrait, AVATAR_EDGE)
  if (look.isIllustrated) await illustrate(layer, illustration, signal)
  look.paint(layer)
  signal.throwIfAborted()
  const random = randomNumbers(seed)
  const backdrop = await sharp(Buffer.from(look.backdrop(random)))
    .resize(AVATAR_EDGE, AVATAR_EDGE)
    .removeAlpha()
    .raw()
    .toBuffer()
  if (look.outline) drawOutline(backdrop, layer, look.outline)
  return compose(backdrop, layer)
}

/** The person's colours from a small picture that the network enlarged: its own outlines and even areas. */
async function illustrate(
  layer: Layer,
  network: UpscalerNetwork,
  signal: AbortSignal,
): Promise<void> {
  const { edge } = layer
  const bytes = Uint8Array.from(layer.colours, (value) => Math.min(255, Math.max(0, value)))
  const small = await sharp(bytes, { raw: { width: edge, height: edge, channels: 3 } })
    .resize(ILLUSTRATED_FROM, ILLUSTRATED_FROM)
    .raw()
    .toBuffer()
  const picture = { data: small, width: ILLUSTRATED_FROM, height: ILLUSTRATED_FROM }
  const drawn = await upscalePicture(network, picture, edge / ILLUSTRATED_FROM, () => {}, signal)
  layer.colours.set(drawn.data)
}

/** A white edge around the person. */
function drawOutline(backdrop: Uint8Array, { opacity, edge }: Layer, part: number): void {
  const grown = blurPlane(opacity, edge, Math.round(part * edge))
  for (let pixel = 0; pixel < grown.length; pixel++) {
    const white = Math.min(1, Math.max(0, (grown[pixel]! - 0.08) * 14))
    for (let c = 0; c < 3; c++)
      backdrop[3 * pixel + c] = Math.round(backdrop[3 * pixel + c]! * (1 - white) + 255 * white)
  }
}

function compose(backdrop: Uint8Array, { colours, opacity, edge }: Layer): RgbPicture {
  const data = new Uint8Array(backdrop.length)
  for (let i = 0; i < data.length; i++) {
    const share = opacity[Math.floor(i / 3)]!
    const colour = Math.min(255, Math.max(0, colours[i]!))
    data[i] = Math.round(colour * share + backdrop[i]! * (1 - share))
  }
  return { data, width: edge, height: edge }
}
