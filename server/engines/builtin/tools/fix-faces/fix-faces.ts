import sharp from 'sharp'
import { ellipseShare } from '../faces/ellipse-share.ts'
import type { Face } from '../faces/face.ts'
import type { Box, RgbPicture } from '../pictures/rgb-picture.ts'
import { upscalePicture } from '../upscale/upscale-picture.ts'
import type { UpscalerNetwork } from '../upscale/upscaler.ts'

/** How much larger than the face's box the part is that is drawn anew, so that hair and chin belong to it. */
const AROUND_FACE = 1.5
/** The network sees a face at most so high: of what is larger it cannot know more than the photograph shows. */
const SEEN_EDGE = 192
/** How much of the face is drawn anew; what remains keeps the skin from looking like wax. */
const SHARE = 0.85
/** Part of the box's half, from its middle, that is drawn anew in full. */
const FULL = 0.62

/**
 * Draws each face anew from a smaller copy of itself: noise, blocks and blur of the photograph are gone, outlines of
 * eyes, brows and lips are clear. Nothing outside the faces changes.
 *
 * @param onFace told after each face how many are done
 * @returns the regions that were changed
 */
export async function fixFaces(
  network: UpscalerNetwork,
  picture: RgbPicture,
  faces: readonly Face[],
  onFace: (done: number) => void,
  signal: AbortSignal,
): Promise<Box[]> {
  const regions: Box[] = []
  for (const [i, face] of faces.entries()) {
    const region = regionAround(face, picture)
    await redraw(network, picture, region, signal)
    regions.push(region)
    onFace(i + 1)
  }
  return regions
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
): Promise<void> {
  const { width, height } = region
  const whole = { raw: { width: picture.width, height: picture.height, channels: 3 as const } }
  // Half the size at most, so that the network has something to find.
  const shrink = Math.min(0.5, SEEN_EDGE / Math.max(width, height))
  const small = await sharp(picture.data, whole)
    .extract({ left: region.x, top: region.y, width, height })
    .resize(Math.max(8, Math.round(width * shrink)), Math.max(8, Math.round(height * shrink)), {
      fit: 'fill',
    })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const seen = { data: small.data, width: small.info.width, height: small.info.height }
  // The photograph's noise is not to come back.
  const free = { ...network, own: null }
  const drawn = await upscalePicture(free, seen, network.factor, () => {}, signal)
  const raw = { width: drawn.width, height: drawn.height, channels: 3 as const }
  const fitted = await sharp(drawn.data, { raw })
    .resize(width, height, { fit: 'fill' })
    .raw()
    .toBuffer()
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const share = SHARE * ellipseShare((x + 0.5) / width, (y + 0.5) / height, FULL)
      const to = 3 * ((region.y + y) * picture.width + region.x + x)
      for (let c = 0; c < 3; c++)
        picture.data[to + c] = Math.round(
          fitted[3 * (y * width + x) + c]! * share + picture.data[to + c]! * (1 - share),
        )
    }
}
