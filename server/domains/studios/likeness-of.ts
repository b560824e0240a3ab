import type { FaceMemory } from './coach/face-memory.ts'
import type { StudiosDeps } from './deps.ts'
import { mayCompare } from './may-compare.ts'
import { photosOf } from './store.ts'

/** Photos that count: those that the picture is most like, for some show the face from aside. */
const NEAREST = 3

/** How alike the face in a picture and those of a studio's photos are; null where they cannot or may not be compared. */
export async function likenessOf(
  {
    db,
    media,
    faces,
    consents,
  }: Pick<StudiosDeps, 'db' | 'media' | 'consents'> & {
    faces: FaceMemory
  },
  id: string,
  pictureKey: string,
): Promise<number | null> {
  const training = await db.kysely
    .selectFrom('lora_trainings')
    .select(['user_id', 'checks_likeness'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!training || !(await mayCompare(consents, training))) return null
  const userId = training.user_id
  const file = await media.readPicture(pictureKey)
  if (!file) return null
  const found = await faces.look({ upload_id: pictureKey, user_id: userId }, file)
  try {
    if (found === null) return null
    if (found.length === 0) return 0
    const own = { upload_id: pictureKey, user_id: userId, storage_key: pictureKey }
    const values: number[] = []
    for (const photo of await photosOf(db.kysely, [id])) {
      const value = await faces.compare(own, photo, (key) => media.readPicture(key))
      if (value !== null) values.push(value)
    }
    const nearest = values.toSorted((a, b) => b - a).slice(0, NEAREST)
    if (nearest.length === 0) return null
    return nearest.reduce((sum, value) => sum + value, 0) / nearest.length
  } finally {
    faces.forget(pictureKey)
  }
}
