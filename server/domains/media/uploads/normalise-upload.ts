import sharp, { type Metadata, type Sharp } from 'sharp'
import { UPLOAD_LIMITS, type UPLOAD_TYPES } from '#contract/uploaded-images.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'

type UploadType = (typeof UPLOAD_TYPES)[number]

/** A picture as it is kept: upright, in sRGB, one frame, without metadata. */
export interface NormalisedUpload {
  data: Buffer
  contentType: 'image/jpeg' | 'image/png' | 'image/webp'
  extension: 'jpg' | 'png' | 'webp'
  width: number
  height: number
}

const SIGNATURES: [type: UploadType, offset: number, bytes: string][] = [
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/png', 0, '\x89PNG\r\n\x1a\n'],
  ['image/webp', 8, 'WEBP'],
  ['image/gif', 0, 'GIF8'],
]
/** Brands of the container that phones write HEIC photos into. */
const HEIC = /^ftyp(?:heic|heix|hevc|hevx|heim|heis|mif1|msf1)/

/** By content alone: the name and the type that came with a file are its sender's word. */
function sniff(data: Buffer): UploadType {
  const found = SIGNATURES.find(
    ([, offset, bytes]) => data.toString('latin1', offset, offset + bytes.length) === bytes,
  )
  if (found) return found[0]
  const text = HEIC.test(data.toString('latin1', 4, 12))
    ? 'This is a HEIC photo, which cannot be read here. Save the photo as JPEG and upload that. ' +
      'An iPhone takes JPEG with Settings, Camera, Formats, Most Compatible.'
    : 'Only JPEG, PNG, WebP and GIF pictures can be uploaded.'
  throw new AppError('unsupported_media_type', text)
}

const damaged = (cause: unknown) =>
  new AppError('invalid', `The picture cannot be read: ${(cause as Error).message}`, {
    fields: { image: ['The picture is damaged and cannot be read.'] },
    cause,
  })

function checkSize({ width, height }: Metadata): void {
  if (width * height <= UPLOAD_LIMITS.pixels) return
  const [size, limit] = [width * height, UPLOAD_LIMITS.pixels].map((n) => Math.round(n / 1e6))
  throw new AppError(
    'payload_too_large',
    `The picture has ${width} x ${height} pixels (${size} megapixels); ${limit} megapixels is the most.`,
  )
}

/** Lossless where the upload may have been; a photo stays a JPEG, as good as the eye can tell. */
function encode(picture: Sharp, type: UploadType): Sharp {
  if (type === 'image/jpeg') return picture.jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
  if (type === 'image/webp') return picture.webp({ lossless: true, effort: 1 })
  return picture.png({ compressionLevel: 6 })
}

const KEPT_AS = {
  'image/jpeg': { contentType: 'image/jpeg', extension: 'jpg' },
  'image/png': { contentType: 'image/png', extension: 'png' },
  'image/webp': { contentType: 'image/webp', extension: 'webp' },
  'image/gif': { contentType: 'image/png', extension: 'png' },
} as const

/**
 * Reads an uploaded file and writes it anew, so that nothing but its pixels is kept: no place, no camera, no comment,
 * nothing hidden behind the picture. The header is read first; pixels only of a picture that is not too large.
 * @throws {AppError} `unsupported_media_type`, `payload_too_large` for too many pixels, `invalid` naming `image`
 */
export async function normaliseUpload(file: Buffer): Promise<NormalisedUpload> {
  const type = sniff(file)
  let header: Metadata
  try {
    header = await sharp(file, { limitInputPixels: false }).metadata()
  } catch (error) {
    throw damaged(error)
  }
  if (`image/${header.format}` !== type) throw invalidField('image', 'The picture is damaged.')
  checkSize(header)
  try {
    const picture = sharp(file, { limitInputPixels: UPLOAD_LIMITS.pixels, failOn: 'error' })
      .autoOrient()
      .toColourspace('srgb')
    const { data, info } = await encode(picture, type).toBuffer({ resolveWithObject: true })
    return { data, width: info.width, height: info.height, ...KEPT_AS[type] }
  } catch (error) {
    throw damaged(error)
  }
}
