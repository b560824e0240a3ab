import sharp, { type Metadata } from 'sharp'
import { damaged, refusedBy } from './refusal.ts'
import type { UploadFormat } from './sniff-format.ts'

/** What the first bytes and the header of a file say, before any pixel is decoded. */
export interface Header {
  format: UploadFormat
  /** As it lies in the file, not turned upright. */
  width: number
  height: number
  hasAlpha: boolean
  /** Written without loss: PNG, GIF, and the kind of WebP that is. */
  isLossless: boolean
  /** Colours lie at half the size of the brightness, as in most photographs. */
  hasHalfColours: boolean
}

/** Lossless WebP has a chunk `VP8L`, which comes first or after the chunks that describe the picture. */
function isLosslessWebp(file: Buffer): boolean {
  let at = 12
  while (at + 8 <= file.length) {
    const name = file.toString('latin1', at, at + 4)
    if (name === 'VP8L') return true
    if (name === 'VP8 ') return false
    // The frames of a moving picture hold chunks of their own, after 16 bytes that place them.
    const length = name === 'ANMF' ? 16 : file.readUInt32LE(at + 4)
    at += 8 + length + (length % 2)
  }
  return false
}

/** A file whose header was read. */
export interface OpenedUpload {
  header: Header
  /** What sharp decodes: the file itself where it can. */
  readDecodable(): Buffer
}

/**
 * @param format that the file's first bytes are of
 * @throws {Refused} `damaged`, `memory`
 */
export async function openUpload(file: Buffer, format: UploadFormat): Promise<OpenedUpload> {
  if (format !== 'heic') {
    return { header: await readHeader(file, format), readDecodable: () => file }
  }
  // Only when it is needed: it is the largest part of the program.
  const { openHeic } = await import('./open-heic.ts')
  const { readTiff, ...size } = openHeic(file)
  return {
    header: { format, ...size, isLossless: false, hasHalfColours: true },
    readDecodable: readTiff,
  }
}

async function readHeader(file: Buffer, format: UploadFormat): Promise<Header> {
  let metadata: Metadata
  try {
    metadata = await sharp(file, { limitInputPixels: false }).metadata()
  } catch (error) {
    throw refusedBy(error as Error)
  }
  // sharp names the container, and decodes nothing else that is in it.
  const found = metadata.format === 'heif' ? 'avif' : metadata.format
  if (found !== format) throw damaged(`${format} that reads as ${found}`)
  const isLossless =
    format === 'png' || format === 'gif' || (format === 'webp' && isLosslessWebp(file))
  return {
    format,
    width: metadata.width,
    height: metadata.height,
    hasAlpha: metadata.hasAlpha,
    isLossless,
    hasHalfColours: metadata.chromaSubsampling === '4:2:0' || (format === 'webp' && !isLossless),
  }
}
