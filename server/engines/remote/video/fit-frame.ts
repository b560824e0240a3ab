import sharp from 'sharp'
import { EngineError } from '../../spec/index.ts'
import { t } from '#server/texts/index.ts'

/**
 * The first frame in the video's shape, so that nothing is stretched, and small enough for every service.
 * @returns a JPEG
 * @throws EngineError `unsupported`
 */
export async function fitFrame(
  image: Uint8Array,
  { width, height }: { width: number; height: number },
): Promise<Buffer> {
  try {
    return await sharp(image)
      .autoOrient()
      .flatten({ background: '#fff' })
      .resize(width, height, { fit: 'cover' })
      .jpeg({ quality: 92 })
      .toBuffer()
  } catch (error) {
    throw new EngineError('unsupported', `The image cannot be read: ${String(error)}`, {
      retryable: false,
      userMessage: t('engines.imageNotRead'),
      cause: error,
    })
  }
}
