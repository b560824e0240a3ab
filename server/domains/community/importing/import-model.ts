import { sql } from 'kysely'
import { transact, type Tx } from '#server/platform/db/index.ts'
import { changePublication } from '../publication.ts'
import { modelColumns } from '../published-columns.ts'
import {
  imageLevel,
  licenceOf,
  modelLevel,
  plainText,
  refusalOfModel,
  tagsOf,
  typeOf,
} from './civitai-rules.ts'
import type { CivitaiModel, CivitaiSample, CivitaiVersion } from './civitai-shapes.ts'
import type { ImportDeps, ImportedPicture, Outcome } from './import-deps.ts'
import { isRefusedFile } from '../reports/refused-files.ts'
import { isRefusedPicture } from '../reports/refused-images.ts'
import { ensureImportedCreator } from './imported-creators.ts'

const MOST_SAMPLES = 4
/** Of one model: the newest. */
const MOST_VERSIONS = 20
const LONGEST = { name: 100, description: 5000, word: 100 }
const KIB = 1024

const sourceOf = (id: number): string => `civitai:model:${id}`
export const versionSource = (id: number): string => `civitai:version:${id}`

/** Takes a model over with those of its versions that are not here yet; what is here stays as it is. */
export async function importModel(deps: ImportDeps, model: CivitaiModel): Promise<Outcome> {
  const reason = refusalOfModel(model)
  if (reason !== null) {
    await refuse(deps, model, reason)
    return reason
  }
  if (await isRefusedFile(deps.db.kysely, filesOf(model))) return 'blocked'
  const known = await knownVersions(deps, model)
  const named = new Map(model.modelVersions.map((version) => [version.id, version]))
  const versions = [...named.values()]
    .slice(0, MOST_VERSIONS)
    .filter(({ id }) => !known.has(versionSource(id)))
    .toReversed()
  if (versions.length === 0) return known.size > 0 ? 'known' : 'empty'
  // Fetched before the transaction: other sites are slow.
  const samples = new Map<number, Sampled[]>()
  for (const version of versions) samples.set(version.id, await fetchSamples(deps, model, version))
  await transact(deps.db, async (tx) => {
    const id = await ensureModel(deps, tx, model)
    for (const version of versions) await insertVersion(tx, id, version, samples.get(version.id)!)
  })
  return 'imported'
}

/** Remembers that nothing of it is taken over, and removes it, with what was made with it, where it was before that was known. */
async function refuse(
  { db, audit }: ImportDeps,
  model: CivitaiModel,
  reason: 'person' | 'minor' | 'blocked',
): Promise<void> {
  await transact(db, async (tx) => {
    const sources = [sourceOf(model.id), ...model.modelVersions.map(({ id }) => versionSource(id))]
    await tx
      .insertInto('community_import_refusals')
      .values(sources.map((source) => ({ source, reason })))
      .onConflict((conflict) => conflict.column('source').doNothing())
      .execute()
    const before = await tx
      .selectFrom('community_models')
      .select('id')
      .where('source', '=', sourceOf(model.id))
      .executeTakeFirst()
    if (!before) return
    const change = { to: 'removed', actorId: null, reason } as const
    await changePublication(tx, audit, { ...change, kind: 'model', id: before.id })
    const { rows: made } = await sql<{ id: string }>`
      select distinct i.id from community_images i
      join community_image_models m on m.image_id = i.id
      join community_model_versions v on v.id = m.version_id
      where v.model_id = ${before.id} and i.source is not null`.execute(tx)
    for (const { id } of made) await changePublication(tx, audit, { ...change, kind: 'image', id })
  })
}

async function knownVersions({ db }: ImportDeps, model: CivitaiModel): Promise<Set<string | null>> {
  const sources = model.modelVersions.map(({ id }) => versionSource(id))
  if (sources.length === 0) return new Set()
  const rows = await db.kysely
    .selectFrom('community_model_versions')
    .select('source')
    .where('source', 'in', sources)
    .execute()
  return new Set(rows.map(({ source }) => source))
}

interface Sampled extends ImportedPicture {
  blurhash: string | null
}

/** SHA-256 of every file that it says one of. */
const filesOf = ({ modelVersions }: CivitaiModel): string[] =>
  modelVersions.flatMap(({ files }) =>
    files.flatMap(({ hashes }) => hashes?.SHA256?.toLowerCase() ?? []),
  )

/** Samples that whoever sees the model may see. */
async function fetchSamples(
  { db, pictures }: ImportDeps,
  model: CivitaiModel,
  { images }: CivitaiVersion,
): Promise<Sampled[]> {
  const most = modelLevel(model) ?? -1
  const fits = (sample: CivitaiSample) => {
    const level = imageLevel(sample)
    return (
      sample.type === 'image' && !sample.minor && !sample.poi && level !== null && level <= most
    )
  }
  const found: Sampled[] = []
  for (const { url, width, height, hash } of images.filter(fits)) {
    if (found.length === MOST_SAMPLES) break
    const size = width && height ? { width, height } : null
    const taken = await pictures.take(url, size)
    if (!taken || (await isRefusedPicture(db.kysely, taken))) continue
    const { fingerprint: _fingerprint, ...picture } = taken
    found.push({ ...picture, blurhash: hash ?? null })
  }
  return found
}

const slugOf = ({ id, name }: CivitaiModel): string => {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60)
  return words === '' ? `civitai-${id}` : `civitai-${id}-${words}`
}

async function ensureModel(deps: ImportDeps, tx: Tx, model: CivitaiModel): Promise<string> {
  const known = await tx
    .selectFrom('community_models')
    .select('id')
    .where('source', '=', sourceOf(model.id))
    .executeTakeFirst()
  if (known) return known.id
  const { id } = await tx
    .insertInto('community_models')
    .values({
      ...modelColumns({
        name: model.name.slice(0, LONGEST.name),
        description: plainText(model.description ?? '').slice(0, LONGEST.description),
        type: typeOf(model.type),
        base_model: (model.modelVersions[0]?.baseModel ?? 'Unknown').slice(0, LONGEST.name),
        licence: licenceOf(model),
        tags: tagsOf(model.tags),
        rating: modelLevel(model),
      }),
      slug: slugOf(model),
      creator_id: await ensureImportedCreator(tx, model.creator?.username),
      source: sourceOf(model.id),
      published_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await changePublication(tx, deps.audit, { kind: 'model', id, to: 'published', actorId: null })
  return id
}

async function insertVersion(
  tx: Tx,
  model: string,
  version: CivitaiVersion,
  samples: readonly Sampled[],
): Promise<void> {
  const { place } = await tx
    .selectFrom('community_model_versions')
    .select(sql<number>`coalesce(max(place) + 1, 0)`.as('place'))
    .where('model_id', '=', model)
    .executeTakeFirstOrThrow()
  const { id } = await tx
    .insertInto('community_model_versions')
    .values({
      model_id: model,
      place,
      source: versionSource(version.id),
      name: version.name.slice(0, LONGEST.name),
      base_model: version.baseModel.slice(0, LONGEST.name),
      trained_words: (version.trainedWords ?? []).map((word) => word.slice(0, LONGEST.word)),
      create_query: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const files = version.files.flatMap(({ name, sizeKB, hashes, downloadUrl }) =>
    hashes?.SHA256 === undefined
      ? []
      : [
          {
            name,
            bytes: Math.round(sizeKB * KIB),
            sha256: hashes.SHA256.toLowerCase(),
            url: linkOf(downloadUrl),
          },
        ],
  )
  if (files.length > 0)
    await tx
      .insertInto('community_model_files')
      .values(files.map((file) => ({ ...file, version_id: id })))
      .onConflict((conflict) => conflict.columns(['version_id', 'name']).doNothing())
      .execute()
  if (samples.length > 0)
    await tx
      .insertInto('community_model_samples')
      .values(samples.map((sample, at) => ({ ...sample, version_id: id, place: at, alt: '' })))
      .execute()
}

/** Only addresses that a page may link to. */
const linkOf = (url: string | null | undefined): string | null =>
  url && URL.parse(url)?.protocol === 'https:' ? url : null
