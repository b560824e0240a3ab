import sharp from 'sharp'
import { findFaces } from '../faces/find-faces.ts'
import type { ToolNetworks } from '../networks.ts'
import type { DecodedPicture } from '../pictures/decode-picture.ts'
import type { RgbPicture } from '../pictures/rgb-picture.ts'
import { markDetail } from './mark-detail.ts'
import { upscalePicture } from './upscale-picture.ts'

/** How the work is reported and stopped. */
interface Handlers {
  signal: AbortSignal
  onProgress(step: number, steps: number): void
}

/** An enlarged picture, with its transparency. */
export interface Enlarged {
  picture: RgbPicture
  opacity: Uint8Array | null
}

/**
 * Enlarges a picture by `scale`: by the fast network of that factor, or by the photo network, whose result is brought to
 * the factor that is asked for. By 8 the photo network enlarges by 4 and the fast one doubles, whose input is clean.
 */
export async function enlargeBy(
  networks: ToolNetworks,
  picture: DecodedPicture,
  scale: 2 | 3 | 4 | 8,
  isPro: boolean,
  { signal, onProgress }: Handlers,
): Promise<Enlarged> {
  const first =
    isPro || scale === 8 ? await networks.proUpscaler() : await networks.fastUpscaler(scale)
  const detail = isPro
    ? markDetail(picture, await findFaces(await networks.faces(), picture))
    : undefined
  const halves = scale === 8 ? 2 : 1
  let enlarged = await upscalePicture(
    first,
    picture,
    Math.min(4, scale),
    (done, tiles) => onProgress(done, halves * tiles),
    signal,
    detail,
  )
  if (scale === 8) {
    const double = await networks.fastUpscaler(2)
    enlarged = await upscalePicture(
      double,
      enlarged,
      2,
      (done, tiles) => onProgress(tiles + done, 2 * tiles),
      signal,
    )
  }
  const opacity = picture.opacity && (await resizeOpacity(picture.opacity, picture, enlarged))
  return { picture: enlarged, opacity }
}

async function resizeOpacity(
  opacity: Uint8Array,
  { width, height }: RgbPicture,
  to: RgbPicture,
): Promise<Uint8Array> {
  return sharp(opacity, { raw: { width, height, channels: 1 } })
    .resize(to.width, to.height, { fit: 'fill' })
    .toColourspace('b-w')
    .raw()
    .toBuffer()
}
