import sharp from 'sharp'
import type { EngineImage } from '#lib/engine-spec/index.ts'
import { MOST_PIXELS } from '../limits.ts'
import type { ToolNetworks } from '../networks.ts'
import { decodePicture } from '../pictures/decode-picture.ts'
import { depthAt } from './depth.ts'
import { buildScene, fitPicture } from './scene.ts'

/** Draws the depth that a video of an image would have: the lighter, the nearer. @returns a PNG of about its size */
export async function showDepth(
  networks: ToolNetworks,
  image: Uint8Array,
  signal: AbortSignal,
): Promise<Pick<EngineImage, 'data' | 'width' | 'height' | 'contentType'>> {
  const { width, height } = await decodePicture(image, MOST_PIXELS)
  const picture = await fitPicture(image, { width, height, exact: true })
  const scene = await buildScene(
    { foreground: await networks.foreground(), depth: await networks.depth() },
    picture,
    signal,
  )
  const { depth = depthAt, subject } = scene
  const pixels = Buffer.alloc(width * height)
  for (let y = 0; y < height; y++)
    pixels.fill(Math.round(255 * depth((y + 0.5) / height)), y * width, (y + 1) * width)
  if (subject) {
    const nearness = Math.round(255 * subject.depth)
    for (let i = 0; i < pixels.length; i++) {
      const share = subject.opacity[i]! / 255
      pixels[i] = Math.round(share * nearness + (1 - share) * pixels[i]!)
    }
  }
  const data = await sharp(pixels, { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .png()
    .toBuffer()
  return { data, width, height, contentType: 'image/png' }
}
