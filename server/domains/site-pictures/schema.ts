import type { Generated } from 'kysely'
import type { SitePicture } from '#contract/admin-site-pictures.ts'
import type { DefaultInstant, Instant, Json } from '#server/platform/db/schema-columns.ts'

/** An image that stands in the place of one that comes with the program. */
export interface Replacement {
  /** Of its file. */
  hash: string
  /** Of one that was drawn again the words that it was drawn from. Left out: as that of the file in whose place it stands. */
  alt?: { en: string; es: string }
  /** Name of the model that drew it again; left out of one from a library. */
  model?: string
}

declare module '#server/platform/db/schema.ts' {
  /** The tables of the domain site-pictures; their columns are described where they are made, in `migrations/`. */
  interface Database {
    site_pictures: {
      place: string
      shown: Json<Replacement> | null
      previous: Json<Replacement> | null
      changed_at: Instant | null
      redraw: SitePicture['redraw']
      wanted_at: Instant | null
      seen_at: Instant | null
      claim: string | null
      attempts: Generated<number>
    }
    site_picture_files: { hash: string; image: Buffer; created_at: DefaultInstant }
  }
}
