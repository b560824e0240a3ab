import { sql } from 'kysely'
import { STYLES } from '#contract/styles.ts'
import { type Db, transact, type Tx } from '#server/platform/db/index.ts'
import { listPublishedImages, listPublishedModels } from '../feed/lists.ts'
import { imageColumns, modelColumns } from '../published-columns.ts'
import { levelOf } from '../ratings.ts'
import IMAGES from './images.json' with { type: 'json' }
import { BASE_MODEL, SEED_MODELS, type SeedModel } from './model-data.ts'

/** The source of the creator of all examples. */
export const CREATOR = 'atelier'
const RATING = levelOf('PG')
/** Between two of the examples, so that a feed by time mixes them. */
const APART_SECONDS = 60

type SeedImage = (typeof IMAGES)[number]

/** Puts in the examples once: an installation that removed them gets none again. */
export async function seedCommunity({ db }: { db: Db }): Promise<void> {
  const creator = { source: CREATOR, name: 'Atelier', about: 'Examples that come with the app.' }
  await transact(db, async (tx) => {
    // Of processes that start at once one does it.
    const made = await tx
      .insertInto('community_creators')
      .values({ ...creator, avatar: null, user_id: null })
      .onConflict((conflict) => conflict.column('source').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) return
    const versions = await insertModels(tx, made.id)
    await insertImages(tx, made.id, versions)
  })
}

/** @returns the id of the version of each model by its key */
async function insertModels(tx: Tx, creator: string): Promise<Map<string, string>> {
  const models = await tx
    .insertInto('community_models')
    .values(SEED_MODELS.map((model) => modelRow(model, creator)))
    .returning(['id', 'source'])
    .execute()
  const idOf = new Map(models.map(({ id, source }) => [source, id]))
  const versions = await tx
    .insertInto('community_model_versions')
    .values(
      SEED_MODELS.map(({ key, createQuery, trainedWords }) => ({
        model_id: idOf.get(sourceOf(key))!,
        place: 0,
        name: '1',
        base_model: BASE_MODEL,
        trained_words: trainedWords,
        create_query: createQuery,
      })),
    )
    .returning(['id', 'model_id'])
    .execute()
  const versionOf = new Map(versions.map(({ id, model_id: model }) => [model, id]))
  const byKey = new Map(
    SEED_MODELS.map(({ key }) => [key, versionOf.get(idOf.get(sourceOf(key))!)!]),
  )
  await tx
    .insertInto('community_model_samples')
    .values(
      SEED_MODELS.flatMap(({ key, samples }) =>
        samples.map((sample, place) => ({ version_id: byKey.get(key)!, place, ...sample })),
      ),
    )
    .execute()
  await listPublishedModels(
    tx,
    models.map(({ id }) => id),
  )
  return byKey
}

const sourceOf = (key: string): string => `${CREATOR}:${key}`

function modelRow(
  { key, slug, name, description, type, tags, licence }: SeedModel,
  creator: string,
) {
  return {
    ...modelColumns({
      name,
      description,
      type,
      tags,
      licence,
      base_model: BASE_MODEL,
      rating: RATING,
    }),
    slug,
    creator_id: creator,
    source: sourceOf(key),
    state: 'published' as const,
    published_at: sql<Date>`now()`,
  }
}

/** Drawings and photographs by turns. */
function mixed(): SeedImage[] {
  const drawn = IMAGES.filter(({ credit }) => credit === null)
  const taken = IMAGES.filter(({ credit }) => credit !== null)
  return taken.flatMap((image, at) => [image, ...drawn.slice(at, at + 1)])
}

async function insertImages(
  tx: Tx,
  creator: string,
  versions: ReadonlyMap<string, string>,
): Promise<void> {
  const images = mixed()
  const rows = await tx
    .insertInto('community_images')
    .values(images.map((image, place) => imageRow(image, place, creator)))
    .returning(['id', 'source'])
    .execute()
  const idOf = new Map(rows.map(({ id, source }) => [source, id]))
  const styles = new Set<string>(STYLES.map(({ id }) => id))
  await tx
    .insertInto('community_image_models')
    .values(
      images
        .filter(({ type }) => type === 'TTI')
        .flatMap(({ url, style }) =>
          ['atelier-v1', ...(style !== null && styles.has(style) ? [`style-${style}`] : [])].map(
            (key) => ({ image_id: idOf.get(sourceOf(url))!, version_id: versions.get(key)! }),
          ),
        ),
    )
    .execute()
  await listPublishedImages(
    tx,
    rows.map(({ id }) => id),
  )
}

function imageRow(image: SeedImage, place: number, creator: string) {
  const { seed, style, credit, ...shown } = image
  const { type, prompt } = shown
  const request = { type, prompt, model: 'atelier-v1', seed, ...(style !== null && { style }) }
  return {
    ...imageColumns({ ...shown, parameters: prompt === null ? null : request, rating: RATING }),
    creator_id: creator,
    source: sourceOf(shown.url),
    image_id: null,
    state: 'published' as const,
    credit,
    remix_of: null,
    published_at: sql<Date>`now() - make_interval(secs => ${place * APART_SECONDS})`,
  }
}
