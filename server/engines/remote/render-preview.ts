import sharp from 'sharp'
import type { Size } from './check-image.ts'

/** Previews end here: what a later one shows is nearly the picture itself, which a cancelled job has not paid for. */
export const LAST_PREVIEW = 0.75

/**
 * A server's preview as ours: a JPEG of at most half the edge of the result.
 * @param file any encoded picture
 * @returns a `data:` URL; null for what cannot be read, since a preview is never worth a failure
 */
export async function renderPreview(file: Uint8Array, size: Size): Promise<string | null> {
  const edge = Math.floor(Math.max(size.width, size.height) / 2)
  try {
    const jpeg = await sharp(file)
      .resize(edge, edge, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .jpeg({ quality: 70 })
      .toBuffer()
    return `data:image/jpeg;base64,${jpeg.toString('base64')}`
  } catch {
    return null
  }
}
