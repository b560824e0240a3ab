import sharp from 'sharp'
import { ellipseShare } from '../faces/ellipse-share.ts'
import type { Face } from '../faces/face.ts'
import type { Box, RgbPicture } from '../pictures/rgb-picture.ts'
import { upscalePicture } from '../upscale/upscale-picture.ts'
import { detailOf, type LightPlane, measureSoftness } from '../faces/measure-softness.ts'
import { sharpen } from './sharpen.ts'
import type { UpscalerNetwork } from '../upscale/upscaler.ts'

/** How much larger than the face's box the part is that is drawn anew, so that hair and chin belong to it. */
const AROUND_FACE = 1.5
/** The network sees a face at most so high: of what is larger it cannot know more than the photograph shows. */
const SEEN_EDGE = 192
/** How much of the face is drawn anew; what remains keeps the skin from looking like wax. */
const SHARE = 0.9
/** Blur of what is in focus, pixels: a soft face is shrunk until it has this. */
const IN_FOCUS = 0.75
/** How much it is shrunk: half at least, so that the network has something to find, and not beyond features. */
const SHRUNK = { most: 0.5, least: 0.25 }
/** So many times the detail that was there: more looks drawn, and less like the person. */
const MOST_DETAIL = 1.9
const STEPS = 6
/** Part of the box's half, from its middle, that is drawn anew in full. */
const FULL = 0.62

/**
 * Draws each face anew from a copy of itself so small that it is in focus: noise, blocks and blur of the photograph are gone.
 * Then edges, of eyes, brows and lips, are made steep by what blur is left. Nothing outside the faces changes.
 *
 * @param onFace told after each face how many are done
 * @returns how many times as much detail each face has
 */
export async function fixFaces(
  network: UpscalerNetwork,
  picture: RgbPicture,
  faces: readonly Face[],
  onFace: (done: number) => void,
  signal: AbortSignal,
): Promise<number[]> {
  const gains: number[] = []
  for (const [i, face] of faces.entries()) {
    const region = regionAround(face, picture)
    gains.push(await redraw(network, picture, region, signal))
    onFace(i + 1)
  }
  return gains
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

async function redraw(
  network: UpscalerNetwork,
  picture: RgbPicture,
  region: Box,
  signal: AbortSignal,
): Promise<number> {
  const { width, height } = region
  const whole = { raw: { width: picture.width, height: picture.height, channels: 3 as const } }
  const cut = await sharp(picture.data, whole)
    .extract({ left: region.x, top: region.y, width, height })
    .raw()
    .toBuffer()
  const before = lightOf(cut, region)
  const { blur } = measureSoftness(before)
  const focused = Math.min(SHRUNK.most, Math.max(SHRUNK.least, IN_FOCUS / blur))
  const shrink = Math.min(focused, SEEN_EDGE / Math.max(width, height))
  const small = await sharp(picture.data, whole)
    .extract({ left: region.x, top: region.y, width, height })
    .resize(Math.max(8, Math.round(width * shrink)), Math.max(8, Math.round(height * shrink)), {
      fit: 'fill',
    })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const seen = { data: small.data, width: small.info.width, height: small.info.height }
  const drawn = await upscalePicture(network, seen, network.factor, () => {}, signal)
  const raw = { width: drawn.width, height: drawn.height, channels: 3 as const }
  const fitted = await sharp(drawn.data, { raw })
    .resize(width, height, { fit: 'fill' })
    .raw()
    .toBuffer()
  const light = lightOf(fitted, region)
  const left = measureSoftness(light)
  const more = sharpen(light, left.blur, left.noise)
  const strength = strengthFor(light, more, MOST_DETAIL * detailOf(before))
  const after = new Float32Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const share = SHARE * ellipseShare((x + 0.5) / width, (y + 0.5) / height, FULL)
      const to = 3 * ((region.y + y) * picture.width + region.x + x)
      const from = y * width + x
      for (let c = 0; c < 3; c++) {
        const value = Math.min(255, Math.max(0, fitted[3 * from + c]! + strength * more[from]!))
        picture.data[to + c] = Math.round(value * share + picture.data[to + c]! * (1 - share))
      }
      after[from] = lightAt(picture.data, to)
    }
  return detailOf({ values: after, width, height }) / Math.max(1e-3, detailOf(before))
}

/** How much of what sharpening adds is taken, so that there is not more detail than wanted. */
function strengthFor(light: LightPlane, more: Float32Array, most: number): number {
  let [least, greatest] = [0, 1]
  for (let step = 0; step < STEPS; step++) {
    const share = (least + greatest) / 2
    const values = light.values.map((value, at) => value + share * more[at]!)
    if (detailOf({ ...light, values }) > most) greatest = share
    else least = share
  }
  return greatest
}

/** Rec. 601. */
const lightAt = (data: Uint8Array, at: number): number =>
  0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!

function lightOf(data: Uint8Array, { width, height }: Pick<Box, 'width' | 'height'>): LightPlane {
  const values = Float32Array.from({ length: width * height }, (_, at) => lightAt(data, 3 * at))
  return { values, width, height }
}
