import { sql } from 'kysely'
import {
  type CommunityModelDetail,
  MOST_CANDIDATES,
  type ModelSample,
  type ModelType,
} from '#contract/community.ts'
import type { Reader } from '#server/platform/db/index.ts'
import { notFound } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'
import { isSampleShown, presentModel, readModels, readVersions } from './present-models.ts'
import type { Viewer } from './viewer.ts'
import { searchOf } from './words.ts'

/** The id of a model by its id, its slug or the id of a version, in whatever state. @throws {AppError} `not_found` */
export async function findModel(reader: Reader, name: string): Promise<string> {
  const { rows } = isId(name)
    ? await sql<{ id: string }>`
        select id from community_models where id = ${name}
        union all select model_id from community_model_versions where id = ${name}`.execute(reader)
    : await sql<{ id: string }>`
        select id from community_models where slug = ${name}`.execute(reader)
  const [model] = rows
  if (!model) throw notFound()
  return model.id
}

/** One published model with its versions. @throws {AppError} `not_found` */
export async function readModel(
  reader: Reader,
  viewer: Viewer,
  name: string,
): Promise<CommunityModelDetail> {
  const [row] = await readModels(reader, [await findModel(reader, name)], viewer)
  const versions = row ? await readVersions(reader, [row.id], viewer.levels) : []
  const model = row && presentModel(row, versions, viewer)
  if (!row || !model) throw notFound()
  return {
    ...model,
    description: row.description,
    licence: row.licence,
    trained_words: [...new Set(versions.flatMap(({ trained_words: words }) => words))],
    versions: versions.map(({ model: _model, ...version }) => version),
  }
}

interface Usable {
  id: string
  model: string
  name: string
  version_name: string
  type: ModelType
  base_model: string
  trained_words: string[]
  create_query: string
  sample: ModelSample | null
}

const MOST_USABLE = 200

/** Versions of published models that can be drawn with here, by name. */
export async function listUsableModels(
  reader: Reader,
  viewer: Viewer,
  {
    type,
    base_model,
    q,
  }: {
    type?: string | undefined
    base_model?: string | undefined
    q?: string | undefined
  },
): Promise<Usable[]> {
  const words = q === undefined ? null : searchOf(q)
  const list =
    type === undefined
      ? `base:${base_model ?? ''}`
      : `type:${type}${base_model === undefined ? '' : ` base:${base_model}`}`
  const { rows } = await sql<Usable>`
    select v.id, m.id as model, m.name, v.name as version_name, m.type, v.base_model, v.trained_words,
      v.create_query,
      (select jsonb_build_object('url', s.url, 'width', s.width, 'height', s.height,
          'blurhash', s.blurhash, 'alt', s.alt)
        from community_model_samples s
        where s.version_id = v.id and ${isSampleShown('s', viewer.levels)} order by s.place limit 1) as sample
    from (
      select l.model_id from community_model_lists l
      where l.list = ${type === undefined && base_model === undefined ? 'all' : list}
        and l.rating = any (${viewer.levels}::smallint[])
        and l.creator_id <> all (${viewer.blocked}::uuid[])
      order by l.rating, l.downloads desc limit ${MOST_CANDIDATES}
    ) listed
    join community_models m on m.id = listed.model_id
    join community_model_versions v on v.model_id = m.id and v.create_query is not null
    where m.state = 'published'
      and (${words}::text is null or m.words @@ to_tsquery('simple', ${words}))
    order by m.name, v.place desc limit ${MOST_USABLE}`.execute(reader)
  return rows
}
