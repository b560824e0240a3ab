import { sql } from 'kysely'
import type { TrainedFiles, TrainedLora } from '#server/domains/studios/index.ts'
import type { Reader } from '#server/platform/db/index.ts'
import { notFound } from '#server/platform/errors.ts'
import { Download } from '#server/platform/route.ts'
import { isId } from '#server/platform/storable-text.ts'
import type { CommunityDeps } from '../deps.ts'
import { MOST_FOR_EVERYBODY, type Viewer } from '../viewer.ts'

interface Row {
  lora: string
  lora_model: string
  sha256: string
  storage_key: string
}

async function findRows(reader: Reader, names: readonly string[]): Promise<Row[]> {
  if (names.length === 0) return []
  const { rows } = await sql<Row>`
    select v.lora, v.lora_model, f.sha256, f.storage_key
    from community_model_versions v
    join community_models m on m.id = v.model_id
    join community_model_files f on f.version_id = v.id and f.storage_key is not null
    where v.lora = any (${names}::text[]) and v.lora_model is not null
      and m.state = 'published' and m.rating <= ${MOST_FOR_EVERYBODY}`.execute(reader)
  return rows
}

/** Those of these LoRAs that somebody has published: anybody draws with them, and nobody real is in them. */
export async function findPublishedLoras(
  reader: Reader,
  names: readonly string[],
): Promise<TrainedLora[]> {
  return (await findRows(reader, names)).map(({ lora: id, lora_model: model, sha256: hash }) => ({
    id,
    hash,
    model,
    subject: null,
    kind: 'style',
    ofChild: false,
  }))
}

/** The file of one of them; null if there is none. */
export async function readPublishedLora(
  { db, storage }: Pick<CommunityDeps, 'db' | 'storage'>,
  name: string,
): Promise<TrainedFiles | null> {
  const [row] = await findRows(db.kysely, [name])
  const file = row ? await storage.read(row.storage_key) : null
  return file && { file }
}

/** The file of a published model, counted. @throws {AppError} `not_found` */
export async function downloadPublished(
  { db: { kysely }, storage }: CommunityDeps,
  viewer: Viewer,
  id: string,
): Promise<Download> {
  if (!isId(id)) throw notFound()
  const { rows } = await sql<{ name: string; storage_key: string; model: string }>`
    select f.name, f.storage_key, m.id as model from community_model_files f
    join community_model_versions v on v.id = f.version_id
    join community_models m on m.id = v.model_id
    where f.id = ${id} and f.storage_key is not null and m.state = 'published'
      and m.rating = any (${viewer.levels}::smallint[])
      and m.creator_id <> all (${viewer.blocked}::uuid[])`.execute(kysely)
  const [row] = rows
  const opened = row ? await storage.open(row.storage_key) : null
  if (!row || !opened) throw notFound()
  await sql`
    with counted as (
      update community_models set downloads = downloads + 1 where id = ${row.model}
      returning id, downloads
    )
    update community_model_lists l set downloads = counted.downloads
    from counted where l.model_id = counted.id`.execute(kysely)
  return new Download(
    row.name.replaceAll(/[^\w.-]/g, '_'),
    opened.stream as AsyncIterable<Uint8Array>,
  )
}

/** Those of these files of models that a row names. */
export async function knownModelFiles(reader: Reader, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${keys}::text[]) key
    where exists (select from community_model_files f where f.storage_key = key)
      or exists (select from community_model_uploads u
        where u.state <> 'published' and position(u.id::text in key) > 0)`.execute(reader)
  return rows.map(({ key }) => key)
}
