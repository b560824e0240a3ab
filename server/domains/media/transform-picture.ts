import sharp, { type Sharp } from 'sharp'
import { AppError, invalidField } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import { labelXmp, readSourceType } from './ai-label.ts'
import { isPng, readTexts } from './png-chunks.ts'
import { readPlainPng } from './read-plain-png.ts'
import type { VariantShape } from './variant-keys.ts'

/** Largest picture that is read, in pixels: above our largest upscale (64 MP). */
const MAX_INPUT_PIXELS = 100_000_000
/** 0-6; above 3 it takes much longer for files that are hardly smaller. */
const WEBP_EFFORT = 3
/** As sharp to the eye as the default (lanczos3), with two thirds of its work. */
const KERNEL = 'cubic'
/** JPEG has no transparency. */
const BACKDROP = '#ffffff'

const MAGIC: [offset: number, bytes: string][] = [
  [0, '\x89PNG\r\n\x1a\n'],
  [0, '\xff\xd8\xff'],
  [8, 'WEBP'],
  [0, 'GIF8'],
]

/** By content, never by name; and never SVG, whose reader opens other files. */
function isPicture(data: Buffer): boolean {
  return MAGIC.some(
    ([offset, bytes]) => data.toString('latin1', offset, offset + bytes.length) === bytes,
  )
}

interface Size {
  width: number
  height: number
}

interface OpenedPicture {
  picture: Sharp
  isOpaque: boolean
  /** As it is shown: upright. */
  readSize(): Promise<Size>
}

async function openPicture(data: Buffer): Promise<OpenedPicture> {
  const plain = await readPlainPng(data)
  if (plain) {
    const { pixels, ...size } = plain
    return {
      picture: sharp(pixels, { raw: { ...size, channels: 3 } }),
      isOpaque: true,
      readSize: () => Promise.resolve(size),
    }
  }
  const picture = sharp(data, { limitInputPixels: MAX_INPUT_PIXELS, failOn: 'error' })
  return {
    picture: picture.autoOrient(),
    isOpaque: false,
    readSize: async () => (await picture.metadata()).autoOrient,
  }
}

function encode(picture: Sharp, { type, quality }: VariantShape, isOpaque: boolean): Sharp {
  if (type === 'png') return picture.png()
  if (type === 'webp') return picture.webp({ quality, effort: WEBP_EFFORT })
  return (isOpaque ? picture : picture.flatten({ background: BACKDROP })).jpeg({ quality })
}

/** The label of how a file came to be, which every copy keeps; null: it has none. */
function labelOf(data: Buffer): string | null {
  const type = isPng(data) ? readSourceType(readTexts(data).xmp) : null
  return type === null ? null : labelXmp(type)
}

/** The largest box of the wanted shape that fits into the picture, so that nothing is enlarged. */
function fittingBox(original: Size, { width, height }: VariantShape): Size {
  const scale = Math.min(1, original.width / width, original.height / height)
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}

/**
 * Makes one variant: upright, cut to the shape if a height is asked for, never larger than the original,
 * without metadata (place, camera, prompt) but the label of how it came to be.
 * Throws `AppError` `invalid` naming `url` when the file is no picture that can be read.
 */
export async function transformPicture(data: Buffer, shape: VariantShape): Promise<Buffer> {
  if (!isPicture(data)) throw invalidField('url', t('media.notAPicture'))
  try {
    const { picture, isOpaque, readSize } = await openPicture(data)
    const box = shape.height === 0 ? { width: shape.width } : fittingBox(await readSize(), shape)
    const resized = picture.resize({
      ...box,
      fit: 'cover',
      withoutEnlargement: true,
      kernel: KERNEL,
    })
    const blurred = shape.sigma === null ? resized : resized.blur(shape.sigma)
    const label = labelOf(data)
    const encoded = encode(blurred, shape, isOpaque)
    return await (label === null ? encoded : encoded.withXmp(label)).toBuffer()
  } catch (error) {
    throw new AppError('invalid', `The image cannot be read: ${(error as Error).message}`, {
      fields: { url: [t('media.damagedOrTooLarge')] },
      cause: error,
    })
  }
}
