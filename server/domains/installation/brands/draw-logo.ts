import sharp from 'sharp'
import { invalidField } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'

/** Pixels of a side; phones show icons of 512. */
const EDGE = 512
const MOST_PIXELS = 16_000_000
const FIELD = 'image'

/**
 * Draws a PNG again as a square logo.
 * @throws {AppError} `invalid` for anything but a PNG
 */
export async function drawLogo(file: Buffer): Promise<Buffer> {
  try {
    const picture = sharp(file, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
    if ((await picture.metadata()).format !== 'png') throw new Error('no PNG')
    return await picture
      .resize(EDGE, EDGE, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
      .png({ palette: true, quality: 90 })
      .toBuffer()
  } catch {
    throw invalidField(FIELD, t('installation.chooseLogo'))
  }
}
