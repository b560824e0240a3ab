import { sql } from 'kysely'
import { foreignKeyOf, foreignUrlOf, type Visibility } from '#server/domains/media/index.ts'
import type { Reader } from '#server/platform/db/index.ts'

/** Shown as long as one of the things that it stands for is published. */
export async function visibilityOfCopy(reader: Reader, storageKey: string): Promise<Visibility> {
  const url = foreignUrlOf(storageKey)
  const { rows } = await sql`
    select 1 from community_images where url = ${url} and source is not null and state = 'published'
    union all
    select 1 from community_model_samples s join community_model_versions v on v.id = s.version_id
      join community_models m on m.id = v.model_id where s.url = ${url} and m.state = 'published'
    limit 1`.execute(reader)
  return rows.length > 0 ? 'public' : 'gone'
}

/** Those of these copies that something stands for, also what is hidden for now. */
export async function knownCopies(reader: Reader, keys: readonly string[]): Promise<Set<string>> {
  const urls = keys.map(foreignUrlOf)
  const { rows } = await sql<{ url: string }>`
    select url from community_images where url = any (${urls}::text[]) and source is not null
    union select url from community_model_samples where url = any (${urls}::text[])`.execute(reader)
  return new Set(rows.map(({ url }) => foreignKeyOf(url)))
}
