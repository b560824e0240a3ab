import { userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'

export type UploadFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'heic' | 'avif'

const SIGNATURES: [format: UploadFormat, offset: number, bytes: string][] = [
  ['jpeg', 0, '\xff\xd8\xff'],
  ['png', 0, '\x89PNG\r\n\x1a\n'],
  ['webp', 8, 'WEBP'],
  ['gif', 0, 'GIF8'],
]
/** Brands of the container that phones write HEIC photos into. */
const HEIC = /^ftyp(?:heic|heix|hevc|hevx|heim|heis|mif1|msf1)/

/** Brands of the same container with AV1 in it (AV1 Image File Format 1.1, 6); the general brand leaves it open. */
const AVIF = /^ftyp(?:avif|avis)/
const ANY_CODING = /^ftyp(?:mif1|msf1)/

/** The compatible brands that follow the first one and its version. */
function brandsOf(file: Buffer): string[] {
  const end = Math.min(file.readUInt32BE(0), file.length, 256)
  return (file.toString('latin1', 16, end).match(/.{4}/gs) ?? []) as string[]
}

/**
 * What a file is by its first bytes: the name and the type that came with it are its sender's word.
 * @throws {AppError} `unsupported_media_type`
 */
export function sniffFormat(file: Buffer): UploadFormat {
  const found = SIGNATURES.find(
    ([, offset, bytes]) => file.toString('latin1', offset, offset + bytes.length) === bytes,
  )
  if (found) return found[0]
  const brand = file.toString('latin1', 4, 12)
  if (AVIF.test(brand) || (ANY_CODING.test(brand) && brandsOf(file).includes('avif'))) {
    return 'avif'
  }
  if (HEIC.test(brand)) return 'heic'
  throw userError('unsupported_media_type', t('media.formatNotTaken'))
}
