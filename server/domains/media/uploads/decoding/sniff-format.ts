import { AppError } from '#server/platform/errors.ts'

export type UploadFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'heic'

const SIGNATURES: [format: UploadFormat, offset: number, bytes: string][] = [
  ['jpeg', 0, '\xff\xd8\xff'],
  ['png', 0, '\x89PNG\r\n\x1a\n'],
  ['webp', 8, 'WEBP'],
  ['gif', 0, 'GIF8'],
]
/** Brands of the container that phones write HEIC photos into. */
const HEIC = /^ftyp(?:heic|heix|hevc|hevx|heim|heis|mif1|msf1)/

/**
 * What a file is by its first bytes: the name and the type that came with it are its sender's word.
 * @throws {AppError} `unsupported_media_type`
 */
export function sniffFormat(file: Buffer): UploadFormat {
  const found = SIGNATURES.find(
    ([, offset, bytes]) => file.toString('latin1', offset, offset + bytes.length) === bytes,
  )
  if (found) return found[0]
  if (HEIC.test(file.toString('latin1', 4, 12))) return 'heic'
  throw new AppError(
    'unsupported_media_type',
    'Only JPEG, PNG, WebP, GIF and HEIC images can be uploaded.',
  )
}
