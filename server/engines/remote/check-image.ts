import sharp from 'sharp'
import { EngineError } from '../spec/index.ts'
import { t } from '#server/texts/index.ts'

export interface Size {
  width: number
  height: number
}

const MOST_PIXELS = 100_000_000
/** A picture whose every value lies below this is what a network gives that overflowed. */
const BLACK = 4

/**
 * What a server elsewhere drew, looked at before it is delivered: a whole file that can be decoded, of the size that was
 * asked for (null: any), and not black. Its metadata is left out, for ours is written later.
 * @param mayBeBlack true for what is made of an image that may be black itself
 * @returns a PNG
 * @throws EngineError `picture_failed`
 */
export async function checkImage(
  file: Uint8Array,
  size: Size | null,
  { mayBeBlack = false } = {},
): Promise<Uint8Array> {
  const image = sharp(file, { limitInputPixels: MOST_PIXELS, failOn: 'truncated' })
  const { data, info } = await image
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => {
      throw failed('The server sent a file that is no whole image', error)
    })
  if (size && (info.width !== size.width || info.height !== size.height)) {
    throw failed(
      `The server drew ${info.width} x ${info.height}, not ${size.width} x ${size.height}, which was asked for`,
    )
  }
  if (!mayBeBlack && isBlack(data, info.channels)) throw failed('The server drew a black image')
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
    .png({ compressionLevel: 6 })
    .toBuffer()
}

/** Whether every value of an image lies so low. Throws Error for a file that cannot be decoded. */
export async function isBlackImage(file: Uint8Array): Promise<boolean> {
  const { data, info } = await sharp(file, { limitInputPixels: MOST_PIXELS })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return isBlack(data, info.channels)
}

/** Transparency does not count. */
function isBlack(data: Uint8Array, channels: number): boolean {
  const colours = channels === 2 || channels === 4 ? channels - 1 : channels
  for (let at = 0; at < data.length; at += channels)
    for (let channel = 0; channel < colours; channel++)
      if (data[at + channel]! >= BLACK) return false
  return true
}

function failed(message: string, cause?: unknown): EngineError {
  return new EngineError('picture_failed', message, {
    retryable: true,
    userMessage: t('engines.imageDamaged'),
    cause,
  })
}
