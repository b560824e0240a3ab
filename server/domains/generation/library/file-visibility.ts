import { TRASH_DAYS } from '#contract/prediction-images.ts'
import type { Billing } from '#server/domains/billing/index.ts'
import type { Visibility } from '#server/domains/media/index.ts'
import { type Db, statement } from '#server/platform/db/index.ts'

interface FileRow {
  user_id: string
  is_public: boolean
  is_trashed: boolean
  is_shared: boolean
  marked_storage_key: string | null
}

const FIND = statement<FileRow>(`
  select user_id, is_public, deleted_at is not null as is_trashed, marked_storage_key,
    exists (select from image_shares s where s.image_id = i.id) as is_shared
  from prediction_images i
  where (storage_key = $1 or marked_storage_key = $1 or video_storage_key = $1)
    and (deleted_at is null or deleted_at > now() - interval '${TRASH_DAYS} days')`)

/**
 * Who may see the file of a picture now. Of a public picture everybody, but only the file that is shown: never the
 * clean original of a marked one.
 */
export async function visibilityOf(
  { db, billing }: { db: Db; billing: Billing },
  storageKey: string,
): Promise<Visibility> {
  const [image] = await FIND.run(db.kysely, [storageKey])
  if (!image) return 'gone'
  if (image.is_trashed) return 'trashed'
  if (!image.is_public) return image.is_shared ? 'shared' : 'private'
  const { user_id: owner, marked_storage_key: markedKey } = image
  if (markedKey === null) return 'public'
  const isShown = (await billing.hasPaid(db, owner)) !== (markedKey === storageKey)
  return isShown ? 'public' : 'private'
}
