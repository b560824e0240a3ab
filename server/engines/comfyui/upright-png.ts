import sharp from 'sharp'
import { t } from '#server/texts/index.ts'
import { EngineError } from '../spec/index.ts'

const MOST_SOURCE_PIXELS = 100_000_000

/** An image as a server takes it: a PNG whose orientation tag was followed. Throws EngineError `unsupported`. */
export async function uprightPng(image: Uint8Array) {
  try {
    const { data, info } = await sharp(image, { limitInputPixels: MOST_SOURCE_PIXELS })
      .autoOrient()
      .toColourspace('srgb')
      .png()
      .toBuffer({ resolveWithObject: true })
    return { data, width: info.width, height: info.height }
  } catch (error) {
    throw new EngineError('unsupported', 'The image cannot be read.', {
      retryable: false,
      userMessage: t('engines.sentImageNotRead'),
      cause: error,
    })
  }
}
