import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { api } from '#contract/index.ts'
import type { Database } from '#server/platform/db/index.ts'
import type { TestPerson } from './people.ts'

/**
 * Publishes an image and a model with a version, a file and a sample as somebody's, in all lists.
 * @param text what they write, wherever one can
 */
export async function insertPublications(
  kysely: Kysely<Database>,
  userId: string,
  text = 'zyxwv',
): Promise<{
  creator: string
  image: string
  model: string
  comment: string
  upload: string
}> {
  const [creator, image, model, version] = Array.from({ length: 4 }, () => randomUUID())
  const size = { width: 64, height: 64, blurhash: null }
  await kysely
    .insertInto('community_creators')
    .values({ id: creator!, user_id: userId, source: null, name: text, about: text, avatar: null })
    .execute()
  const common = {
    creator_id: creator!,
    source: null,
    state: 'published' as const,
    rating: 1,
    tags: ['secret-tag', text],
    words: sql<string>`to_tsvector('simple', ${text})`,
    vector: null,
    published_at: new Date(),
  }
  await kysely
    .insertInto('community_models')
    .values({
      ...common,
      id: model!,
      slug: `model-${model}`,
      name: text,
      type: 'LORA',
      base_model: 'Another',
    })
    .execute()
  const of = { version_id: version! }
  await kysely
    .insertInto('community_model_versions')
    .values({
      id: version!,
      model_id: model!,
      place: 0,
      name: text,
      base_model: 'Another',
      create_query: null,
    })
    .execute()
  await kysely
    .insertInto('community_model_files')
    .values({ ...of, name: text, bytes: 1, sha256: '', url: null })
    .execute()
  const { id: upload } = await kysely
    .insertInto('community_model_uploads')
    .values({ user_id: userId, filename: `${text}.safetensors`, bytes: 64, sha256: text })
    .returning('id')
    .executeTakeFirstOrThrow()
  await kysely
    .insertInto('community_model_samples')
    .values({ ...of, ...size, place: 0, url: '/', alt: text })
    .execute()
  await kysely
    .insertInto('community_images')
    .values({
      ...common,
      ...size,
      id: image!,
      image_id: null,
      url: '/showcase/crown-3d-style.webp',
      alt: text,
      type: 'TTI',
      prompt: text,
      parameters: JSON.stringify({ prompt: text }),
      credit: null,
      remix_of: null,
    })
    .execute()
  await kysely
    .insertInto('community_image_models')
    .values({ ...of, image_id: image! })
    .execute()
  const { id: comment } = await kysely
    .insertInto('community_comments')
    .values({ image_id: image!, creator_id: creator!, parent_id: null, text, changed_at: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  await kysely.insertInto('community_likes').values({ image_id: image!, user_id: userId }).execute()
  await kysely
    .insertInto('community_favorites')
    .values({ image_id: image!, user_id: userId, collection_id: null })
    .execute()
  await kysely.insertInto('community_like_deltas').values({ image_id: image!, delta: 1 }).execute()
  const toCreator = { creator_id: creator!, user_id: userId }
  await kysely.insertInto('community_follows').values(toCreator).execute()
  const listed = {
    rating: 1,
    creator_id: creator!,
    published_at: new Date(),
  }
  await kysely
    .insertInto('community_image_lists')
    .values(
      ['all', 'tag:secret-tag', `tag:${text}`].map((list) => ({
        ...listed,
        list,
        image_id: image!,
        likes: 0,
      })),
    )
    .execute()
  await kysely
    .insertInto('community_model_lists')
    .values({ ...listed, list: `tag:${text}`, model_id: model!, downloads: 0, score: 0 })
    .execute()
  return { creator: creator!, image: image!, model: model!, comment, upload }
}

/** Makes an own image public and has the staff publish it. @returns its id in what everybody can explore */
export async function publishReviewed(
  owner: TestPerson,
  staff: TestPerson,
  image: string,
): Promise<string> {
  const params = { id: image }
  await owner.call(api.predictionImages.update, { params, body: { is_public: true } })
  const { publication } = await owner.call(api.publications.read, { params })
  const { id } = await staff.call(api.publications.decide, {
    params: { id: publication!.id },
    body: { action: 'publish' },
  })
  return id
}
