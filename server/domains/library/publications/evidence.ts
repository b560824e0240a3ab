import { sql } from 'kysely'
import type { Fingerprint, Media } from '#server/domains/media/index.ts'
import type { Db, Reader, Tx } from '#server/platform/db/index.ts'
import { hashOfShareToken } from '../share-tokens.ts'
import { isId } from '#server/platform/storable-text.ts'

/** What the moderation of published images needs of the images themselves. */
export interface Evidence {
  /** Keeps an image from strangers under all of its addresses, or ends that. */
  withhold(tx: Tx, image: string, isWithheld: boolean): Promise<void>
  /** The image that an address of this site leads to: the page of its link, or its file in any size. */
  imageAt(url: string): Promise<string | null>
  /** Addresses for the staff, of those images whose files are there. */
  urlsOf(reader: Reader, images: readonly string[]): Promise<Map<string, string>>
  /** By which an image is known again; null when its file is gone. */
  fingerprintOf(image: string): Promise<Fingerprint | null>
  /** Keeps a copy that nobody opens and that stays when its owner deletes the image. @returns whether there was a file */
  seal(image: string, name: string): Promise<boolean>
  /** Removes such a copy. */
  unseal(name: string): Promise<void>
}

const HERE = 'http://here'
const SHARED = /^(?:\/[a-z]{2})?\/s\/([^/]+)\/?$/
const MEDIA = '/media/'

/** The file or page behind an address; of a resized file the file itself. */
function pathOf(url: string): string {
  const address = URL.parse(url, HERE)
  const isResized = address?.pathname === '/img/'
  const meant = isResized ? URL.parse(address.searchParams.get('url') ?? '', HERE) : address
  return meant?.pathname ?? ''
}

export function createEvidence({ db, media }: { db: Db; media: Media }): Evidence {
  const keyOf = async (image: string): Promise<string | null> => {
    if (!isId(image)) return null
    const row = await db.kysely
      .selectFrom('prediction_images')
      .select('storage_key')
      .where('id', '=', image)
      .where('files_removed_at', 'is', null)
      .executeTakeFirst()
    return row?.storage_key ?? null
  }
  return {
    async withhold(tx, image, isWithheld) {
      await tx
        .updateTable('prediction_images')
        .set({ withheld_at: isWithheld ? sql<Date>`coalesce(withheld_at, now())` : null })
        .where('id', '=', image)
        .execute()
    },
    async imageAt(url) {
      const path = pathOf(url)
      const token = SHARED.exec(path)?.[1]
      const publication = media.publicationAt(path)
      const { rows } = await sql<{ id: string }>`
        select image_id as id from image_shares
          where token_hash = ${token === undefined ? null : hashOfShareToken(token)}::bytea
            or id = ${publication}::uuid
        union all select id from prediction_images where publication_id = ${publication}::uuid
        union all select id from prediction_images
          where storage_key = ${path.startsWith(MEDIA) ? path.slice(MEDIA.length) : null}
        limit 1`.execute(db.kysely)
      return rows[0]?.id ?? null
    },
    async urlsOf(reader, images) {
      if (images.length === 0) return new Map()
      const rows = await reader
        .selectFrom('prediction_images')
        .select(['id', 'storage_key'])
        .where('id', 'in', [...images])
        .where('files_removed_at', 'is', null)
        .execute()
      return new Map(
        rows.flatMap(({ id, storage_key: storageKey }) =>
          storageKey === null ? [] : [[id, media.pictureUrl({ storageKey })] as const],
        ),
      )
    },
    async fingerprintOf(image) {
      const key = await keyOf(image)
      return key === null ? null : media.fingerprint(key)
    },
    async seal(image, name) {
      const key = await keyOf(image)
      return key !== null && media.seal(key, name)
    },
    unseal: (name) => media.unseal(name),
  }
}
