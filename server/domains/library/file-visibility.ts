import { TRASH_DAYS } from '#contract/values/prediction-images.ts'
import type { Visibility } from '#server/domains/media/index.ts'
import { type Db, statement } from '#server/platform/db/index.ts'

const FIND = statement<{ is_trashed: boolean }>(`
  select deleted_at is not null as is_trashed
  from prediction_images
  where (storage_key = $1 or marked_storage_key = $1 or video_storage_key = $1)
    and (deleted_at is null or deleted_at > now() - interval '${TRASH_DAYS} days')`)

/** Who may see the file of a picture now. */
export async function visibilityOf(db: Db, storageKey: string): Promise<Visibility> {
  const [image] = await FIND.run(db.kysely, [storageKey])
  if (!image) return 'gone'
  return image.is_trashed ? 'trashed' : 'private'
}
