import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { type Selectable, sql } from 'kysely'
import type { PublishedModel } from '#contract/model-publishing.ts'
import { PUBLICATIONS_PER_DAY } from '#contract/publications.ts'
import { type Database, isTaken, transact, type Tx } from '#server/platform/db/index.ts'
import { invalidField, notFound, userError } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'
import { t } from '#server/texts/index.ts'
import type { CommunityDeps } from '../deps.ts'
import { ensureCreator } from '../people/creators.ts'
import { changePublication } from '../publication.ts'
import { modelColumns } from '../published-columns.ts'
import { levelOf } from '../ratings.ts'
import { isRefusedFile } from '../reports/refused-files.ts'
import { requireNoOpenCase } from '../reports/require-no-open-case.ts'
import { requireNotTakenDown } from './require-not-taken-down.ts'
import { fileKey } from './keys.ts'
import { publishScannedModels } from './follow-models.ts'

const PER_DAY = { name: 'publications', points: PUBLICATIONS_PER_DAY, seconds: 86_400 }

/** The file that is published, kept already, and what it is for. */
interface Source {
  key: string
  filename: string
  bytes: number
  sha256: string
  /** A model of the engines, or the name of another one. */
  base: string
  training: string | null
  upload: string | null
}

type Order = PublishedModel

/** Publishes a model or a version of one; it is seen once it was looked at. @returns its id @throws {AppError} */
export async function publishModel(
  deps: CommunityDeps,
  userId: string,
  order: Order,
): Promise<string> {
  await deps.limiter.consume(PER_DAY, userId)
  const source = await readSource(deps, userId, order)
  const id = await insertOnce(deps, { userId, order, source })
  await publishScannedModels(deps)
  return id
}

/** @throws {AppError} `conflict` for a file that is published already */
async function insertOnce(
  deps: CommunityDeps,
  given: { userId: string; order: Order; source: Source },
): Promise<string> {
  try {
    return await transact(deps.db, (tx) => insert(deps, tx, given))
  } catch (error) {
    // The copy of a trained model; one of an upload is still that upload's.
    if (given.source.training !== null) await deps.storage.delete(given.source.key)
    if (isTaken(error)) throw userError('conflict', t('community.filePublished'))
    throw error
  }
}

async function readSource(deps: CommunityDeps, userId: string, order: Order): Promise<Source> {
  const { training, upload, base_model: base } = order
  if ((training === undefined) === (upload === undefined))
    throw invalidField('upload', t('community.chooseModel'))
  if (training !== undefined) return copyTrained(deps, userId, training)
  if (base === undefined) throw invalidField('base_model', t('common.required'))
  const row = isId(upload ?? '')
    ? await deps.db.kysely
        .selectFrom('community_model_uploads')
        .selectAll()
        .where('id', '=', upload!)
        .where('user_id', '=', userId)
        .executeTakeFirst()
    : undefined
  if (row?.state !== 'finished' || row.storage_key === null)
    throw invalidField('upload', t('community.fileNotUploaded'))
  return {
    key: row.storage_key,
    filename: row.filename,
    bytes: Number(row.bytes),
    sha256: row.sha256,
    base,
    training: null,
    upload: row.id,
  }
}

/** Copies the file of a training: what is published stays as it is, whatever becomes of the studio. */
async function copyTrained(
  { studios, storage }: CommunityDeps,
  userId: string,
  training: string,
): Promise<Source> {
  const { name, model, bytes, stream } = await studios.openPublishable(userId, training)
  const key = fileKey(userId, randomUUID())
  const digest = createHash('sha256')
  async function* hashed(): AsyncGenerator<Buffer> {
    for await (const chunk of stream) {
      digest.update(chunk as Buffer)
      yield chunk as Buffer
    }
  }
  await storage.put(key, Readable.from(hashed(), { objectMode: false }))
  const sha256 = digest.digest('hex')
  return {
    key,
    filename: `${name}.safetensors`,
    bytes,
    sha256,
    base: model,
    training,
    upload: null,
  }
}

async function insert(
  deps: CommunityDeps,
  tx: Tx,
  { userId, order, source }: { userId: string; order: Order; source: Source },
): Promise<string> {
  const creator = await ensureCreator(tx, userId)
  await requireNoOpenCase(tx, creator)
  if (await isRefusedFile(tx, [source.sha256]))
    throw userError('conflict', t('community.modelRemoved'))
  const base = await baseOf(deps, tx, source.base)
  const model =
    order.model === undefined
      ? await insertModel(tx, { creator, order, base: base.label })
      : await findOwn(tx, creator, order.model)
  await insertVersion(tx, { model, creator, order, source, base })
  if (source.upload !== null) await takeUpload(tx, source.upload)
  const change = { kind: 'model', id: model.id, to: 'scanning', actorId: userId } as const
  if (model.state === 'published') {
    // What is new in it was seen by nobody.
    await changePublication(tx, deps.audit, { ...change, to: 'withdrawn' })
  }
  if (model.state !== 'scanning' && model.state !== 'hidden')
    await changePublication(tx, deps.audit, change)
  return model.id
}

interface Base {
  /** As lists show it. */
  label: string
  /** Of the engines; null: none here draws with it. */
  model: string | null
}

async function baseOf({ engines }: CommunityDeps, tx: Tx, named: string): Promise<Base> {
  const found = (await engines.imageModels()).find(
    ({ model }) => model.id === named || model.name === named,
  )
  if (!found?.model.features.includes('loras')) return { label: named, model: null }
  const { id, name } = found.model
  const listed = await tx
    .selectFrom('community_model_versions')
    .select('base_model')
    .where('create_query', '=', `model=${id}`)
    .limit(1)
    .executeTakeFirst()
  return { label: listed?.base_model ?? name, model: id }
}

type ModelPlace = Pick<Selectable<Database['community_models']>, 'id' | 'slug' | 'state'>

const slugOf = (name: string): string => {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60)
  return `${words || 'model'}-${randomBytes(3).toString('hex')}`
}

async function insertModel(
  tx: Tx,
  { creator, order, base }: { creator: string; order: Order; base: string },
): Promise<ModelPlace> {
  const { name, description, type, licence, tags, rating } = order
  return tx
    .insertInto('community_models')
    .values({
      ...modelColumns({
        name,
        description,
        type,
        licence,
        base_model: base,
        tags: [...new Set(tags)],
        rating: levelOf(rating),
      }),
      slug: slugOf(name),
      creator_id: creator,
      source: null,
      published_at: null,
    })
    .returning(['id', 'slug', 'state'])
    .executeTakeFirstOrThrow()
}

/** @throws {AppError} `not_found`, `conflict` for one that was removed or that a decision keeps away */
async function findOwn(tx: Tx, creator: string, id: string): Promise<ModelPlace> {
  const own = isId(id)
    ? await tx
        .selectFrom('community_models')
        .select(['id', 'slug', 'state'])
        .where('id', '=', id)
        .where('creator_id', '=', creator)
        .forUpdate()
        .executeTakeFirst()
    : undefined
  if (!own) throw notFound()
  if (own.state === 'removed') throw userError('conflict', t('community.modelRemoved'))
  if (own.state !== 'hidden' && own.state !== 'scanning') await requireNotTakenDown(tx, own.id)
  return own
}

async function insertVersion(
  tx: Tx,
  {
    model,
    creator,
    order,
    source,
    base,
  }: { model: ModelPlace; creator: string; order: Order; source: Source; base: Base },
): Promise<void> {
  const { place } = await tx
    .selectFrom('community_model_versions')
    .select(sql<number>`coalesce(max(place) + 1, 0)`.as('place'))
    .where('model_id', '=', model.id)
    .executeTakeFirstOrThrow()
  const lora = place === 0 ? model.slug : `${model.slug}-${place + 1}`
  const { id } = await tx
    .insertInto('community_model_versions')
    .values({
      model_id: model.id,
      place,
      name: order.version_name,
      base_model: base.label,
      trained_words: order.trained_words,
      lora,
      lora_model: base.model,
      training_id: source.training,
      create_query: base.model === null ? null : queryOf(base.model, lora, order.trained_words),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { filename: name, bytes, sha256, key } = source
  await tx
    .insertInto('community_model_files')
    .values({ version_id: id, name, bytes, sha256, url: null, storage_key: key })
    .execute()
  await insertSamples(tx, { version: id, creator, images: order.samples })
}

/** What fills the page of text to image with this version: its model, the LoRA, and the words that it answers to. */
function queryOf(model: string, lora: string, words: readonly string[]): string {
  const prompt: Record<string, string> = words.length === 0 ? {} : { prompt: words.join(', ') }
  return new URLSearchParams({
    model,
    ...prompt,
    lora_models: lora,
    lora_weights: '1',
    selected_mode: 'advanced',
  }).toString()
}

async function insertSamples(
  tx: Tx,
  { version, creator, images }: { version: string; creator: string; images: readonly string[] },
): Promise<void> {
  if (images.length === 0) return
  const ids = [...new Set(images.filter(isId))]
  const found = await tx
    .selectFrom('community_images')
    .select(['id', 'url', 'width', 'height', 'blurhash', 'alt'])
    .where('id', 'in', ids)
    .where('creator_id', '=', creator)
    .where('state', '=', 'published')
    .execute()
  if (found.length !== images.length) throw invalidField('samples', t('community.chooseImages'))
  const rows = ids.flatMap((id) => found.filter((image) => image.id === id))
  await tx
    .insertInto('community_model_samples')
    .values(
      rows.map(({ id, ...sample }, place) => ({
        ...sample,
        image_id: id,
        version_id: version,
        place,
      })),
    )
    .execute()
}

/** @throws {AppError} `invalid` where another call was first */
async function takeUpload(tx: Tx, id: string): Promise<void> {
  const taken = await tx
    .updateTable('community_model_uploads')
    .set({ state: 'published' })
    .where('id', '=', id)
    .where('state', '=', 'finished')
    .returning('id')
    .executeTakeFirst()
  if (!taken) throw invalidField('upload', t('community.fileNotUploaded'))
}
