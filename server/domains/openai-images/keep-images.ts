import sharp from 'sharp'
import type { Uploads } from '#server/domains/media/index.ts'
import { invalidField } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { SentImages } from './write-request.ts'

/** Files of an edit, as they came. */
export interface EditFiles {
  images: readonly Buffer[]
  mask: Buffer | null
}

/**
 * Keeps the images of an edit as uploads of their person. OpenAI's mask is transparent where the image is changed, ours is white
 * there.
 * @throws {AppError} as the upload of an image; `invalid` for a mask without transparency
 */
export async function keepImages(
  uploads: Pick<Uploads, 'addPhoto' | 'decode'>,
  userId: string,
  { images, mask }: EditFiles,
): Promise<SentImages> {
  const signal = new AbortController().signal
  const kept: string[] = []
  for (const file of images) {
    const { id } = await uploads.addPhoto({ userId, purpose: 'picture', file, signal })
    kept.push(id)
  }
  return { images: kept, mask: mask && (await keepMask(uploads, userId, mask, signal)) }
}

async function keepMask(
  uploads: Pick<Uploads, 'addPhoto' | 'decode'>,
  userId: string,
  file: Buffer,
  signal: AbortSignal,
): Promise<string> {
  // Decoded in a process of its own: what is read here was written by us.
  const { data } = await uploads.decode({ owner: userId, file, signal })
  const picture = sharp(data)
  if (!(await picture.metadata()).hasAlpha)
    throw invalidField('mask', t('openai-images.maskNotTransparent'))
  const white = await picture.extractChannel('alpha').negate().toColourspace('b-w').png().toBuffer()
  return (await uploads.addPhoto({ userId, purpose: 'mask', file: white, signal })).id
}
