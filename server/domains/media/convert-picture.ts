import sharp from 'sharp'
import type { PictureDownloadQuery } from '#contract/picture-download.ts'
import type { ImageType } from '#contract/values/resized-image.ts'
import { readTexts, withTexts } from './png-chunks.ts'

const QUALITY = { jpeg: 92, webp: 90 }
/** What libvips puts before a comment, and what readers of A1111's files want there. */
const ASCII = Buffer.from('ASCII\0\0\0')
const UNICODE = Buffer.from('UNICODE\0')

/**
 * A stored image as another file, for saving: of another format or size, with the same texts inside unless they are to be left
 * out. A JPEG or WebP has the parameters in Exif's `UserComment` as A1111 writes them (UTF-16, big-endian).
 *
 * @param png as it is stored
 */
export async function convertPicture(
  png: Buffer,
  { format = 'png', edge, plain }: PictureDownloadQuery,
): Promise<{ body: Buffer; type: ImageType }> {
  const { parameters, xmp } = readTexts(png)
  const comment = plain === undefined ? parameters : null
  const picture = sharp(png)
  if (edge !== undefined)
    picture.resize(edge, edge, { fit: 'inside', withoutEnlargement: true, kernel: 'lanczos3' })
  if (format === 'png') {
    const body = edge === undefined ? png : await picture.png().toBuffer()
    return { body: withTexts(body, { parameters: comment, xmp }), type: format }
  }
  if (format === 'jpeg') picture.flatten({ background: '#ffffff' }).jpeg({ quality: QUALITY.jpeg })
  else picture.webp({ quality: QUALITY.webp })
  if (xmp !== null) picture.withXmp(xmp)
  if (comment === null) return { body: await picture.toBuffer(), type: format }
  // libvips writes comments in ASCII only: it makes room, which is then filled.
  const text = Buffer.from(comment, 'utf16le').swap16()
  const room = 'x'.repeat(text.length)
  const body = await picture.withExif({ IFD2: { UserComment: room } }).toBuffer()
  const at = body.indexOf(Buffer.concat([ASCII, Buffer.from(room)]))
  if (at < 0) throw new Error('The comment of an image was not written')
  UNICODE.copy(body, at)
  text.copy(body, at + UNICODE.length)
  return { body, type: format }
}
