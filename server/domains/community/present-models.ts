import { type Selectable, sql } from 'kysely'
import type { CommunityModel, ModelSample, ModelVersion } from '#contract/community.ts'
import { modelPublishing } from '#contract/model-publishing.ts'
import { images } from '#server/domains/jobs/index.ts'
import type { Database, Reader } from '#server/platform/db/index.ts'
import { ratingOf } from './ratings.ts'
import { isShown, type Viewer } from './viewer.ts'

type ModelRow = Omit<Selectable<Database['community_models']>, 'words' | 'vector'> & {
  creator: string
  avatar: string | null
}

/** Rows of models with who made them, in the order of their ids; those that the viewer may not see are left out. */
export async function readModels(
  reader: Reader,
  ids: readonly string[],
  viewer: Viewer,
): Promise<ModelRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ModelRow>`
    select m.id, m.slug, m.creator_id, m.source, m.state, m.rating, m.name, m.description, m.type,
      m.base_model, m.licence, m.tags, m.likes, m.downloads, m.views, m.created_at, m.published_at,
      c.name as creator, c.avatar
    from community_models m
    join community_creators c on c.id = m.creator_id
    where m.id = any (${ids}::uuid[])`.execute(reader)
  const byId = new Map(rows.filter((row) => isShown(viewer, row)).map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Whether a sample may be shown: the published image that it is, as long as it is that and of these ratings. */
export const isSampleShown = (sample: string, levels: readonly number[]) => sql<boolean>`(
  ${sql.ref(`${sample}.image_id`)} is null or exists (
    select from community_images shown left join ${images} own on own.id = shown.image_id
    where shown.id = ${sql.ref(`${sample}.image_id`)} and shown.state = 'published'
      and shown.rating = any (${levels}::smallint[])
      and (shown.image_id is null or (own.is_public and own.deleted_at is null))))`

/** Versions of models with files and those samples that are of these ratings, the newest of each model first. */
export async function readVersions(
  reader: Reader,
  models: readonly string[],
  levels: readonly number[],
): Promise<(ModelVersion & { model: string })[]> {
  if (models.length === 0) return []
  const versions = await reader
    .selectFrom('community_model_versions')
    .selectAll()
    .where('model_id', 'in', [...models])
    .orderBy('place', 'desc')
    .execute()
  const ids = versions.map(({ id }) => id)
  if (ids.length === 0) return []
  const [files, samples] = [
    await reader
      .selectFrom('community_model_files')
      .selectAll()
      .where('version_id', 'in', ids)
      .orderBy('name')
      .execute(),
    await reader
      .selectFrom('community_model_samples')
      .selectAll()
      .where('version_id', 'in', ids)
      .where(isSampleShown('community_model_samples', levels))
      .orderBy('place')
      .execute(),
  ]
  const filesOf = Map.groupBy(files, ({ version_id: id }) => id)
  const samplesOf = Map.groupBy(samples, ({ version_id: id }) => id)
  return versions.map((version) => ({
    model: version.model_id,
    id: version.id,
    name: version.name,
    base_model: version.base_model,
    trained_words: version.trained_words,
    files: (filesOf.get(version.id) ?? []).map(
      ({ id, name, bytes, sha256, url, storage_key: key }) => ({
        name,
        bytes: Number(bytes),
        sha256,
        url: key === null ? url : modelPublishing.download.path.replace(':id', id),
      }),
    ),
    samples: (samplesOf.get(version.id) ?? []).map(
      ({ version_id: _version, place: _place, image_id: _image, ...sample }): ModelSample => sample,
    ),
    create_query: version.create_query,
    created_at: version.created_at.toISOString(),
  }))
}

/** Models as lists show them, in the order of their ids. */
export async function presentModels(
  reader: Reader,
  ids: readonly string[],
  viewer: Viewer,
): Promise<CommunityModel[]> {
  const models = await readModels(reader, ids, viewer)
  const versions = await readVersions(
    reader,
    models.map(({ id }) => id),
    viewer.levels,
  )
  const byModel = Map.groupBy(versions, ({ model }) => model)
  return models.flatMap((row) => presentModel(row, byModel.get(row.id) ?? [], viewer) ?? [])
}

/** A model as lists show it; null for one without a version. */
export function presentModel(
  row: ModelRow,
  versions: readonly ModelVersion[],
  viewer: Viewer,
): CommunityModel | null {
  const [newest] = versions
  if (!newest) return null
  const { id, slug, name, type, base_model, tags } = row
  return {
    id,
    slug,
    name,
    type,
    base_model,
    rating: ratingOf(row.rating),
    tags,
    creator: { id: row.creator_id, name: row.creator, picture: row.avatar },
    sample: versions.find(({ samples }) => samples.length > 0)?.samples[0] ?? null,
    version: { id: newest.id, name: newest.name },
    download_count: row.downloads,
    reactions: { like: false, count: row.likes },
    is_own: row.creator_id === viewer.creatorId,
    created_at: (row.published_at ?? row.created_at).toISOString(),
  }
}
