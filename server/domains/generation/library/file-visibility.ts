import type { Billing } from '#server/domains/billing/index.ts'
import type { Visibility } from '#server/domains/media/index.ts'
import { type Db, statement } from '#server/platform/db/index.ts'

interface FileRow {
  user_id: string
  is_public: boolean
  marked_storage_key: string | null
}

const FIND = statement<FileRow>(`
  select user_id, is_public, marked_storage_key from prediction_images
  where (storage_key = $1 or marked_storage_key = $1) and deleted_at is null`)

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
  if (!image.is_public) return 'private'
  const { user_id: owner, marked_storage_key: markedKey } = image
  if (markedKey === null) return 'public'
  const isShown = (await billing.hasPaid(db, owner)) !== (markedKey === storageKey)
  return isShown ? 'public' : 'private'
}
