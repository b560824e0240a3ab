import sharp from 'sharp'
import type { LoraTraining } from '#contract/lora-trainings.ts'
import type { Media } from '#server/domains/media/index.ts'
import type { TrainingRequest } from '#server/engines/spec/index.ts'
import type { Reader } from '#server/platform/db/index.ts'
import { type PhotoRow, photosOf, type TrainingRow } from '../store.ts'

/** A photo was deleted, or its time was over, before the training had read it. */
export class PhotosGone extends Error {}

/** Largest edge of what an engine is given; all of them learn from less. */
const EDGE = 1024

/** What the samples of a training show, the same every time. */
export const SAMPLE_PROMPTS: Record<LoraTraining['object_type'], string[]> = {
  person: ['a photo of a person', 'a person in a park'],
  pet: ['a photo of a pet', 'a pet in the snow'],
  object: ['a photo of an object', 'an object on a beach'],
  style: ['a house in this style', 'a fox in this style'],
}

/** A photo with its square, read and decoded once for all that an attempt does with it. */
export interface CutPhoto {
  photo: PhotoRow
  image: Uint8Array
  caption: string
}

/** @throws {PhotosGone} */
export async function cutPhotos(
  { media, db }: { media: Media; db: { kysely: Reader } },
  { id }: TrainingRow,
): Promise<CutPhoto[]> {
  const photos = await photosOf(db.kysely, [id])
  if (photos.length === 0) throw new PhotosGone('There are no photos')
  return Promise.all(photos.map(async (photo) => ({ photo, ...(await cutPhoto(media, photo)) })))
}

/** The order for an engine: the squares of the photos with their captions. */
export function buildOrder(training: TrainingRow, photos: readonly CutPhoto[]): TrainingRequest {
  const { object_type: kind } = training
  return {
    model: training.original_model_version,
    kind,
    name: training.project_name,
    className: kind,
    pictures: photos.map(({ image, caption }) => ({ image, caption })),
    seed: training.seed,
    samplePrompts: SAMPLE_PROMPTS[kind],
  }
}

/** The square of a photo that is learned from. @throws {PhotosGone} */
export async function cutPhoto(
  media: Pick<Media, 'readPicture'>,
  { storage_key: key, crop, caption }: PhotoRow,
) {
  const file = await media.readPicture(key)
  if (!file) throw new PhotosGone(`${key} is gone`)
  const { x: left, y: top, size } = crop
  const image = await sharp(file)
    .extract({ left, top, width: size, height: size })
    .resize(EDGE, EDGE, { withoutEnlargement: true })
    .png()
    .toBuffer()
  return { image, caption }
}
