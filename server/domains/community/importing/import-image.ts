import { transact } from '#server/platform/db/index.ts'
import { changePublication } from '../publication.ts'
import { imageColumns } from '../published-columns.ts'
import { imageLevel, type Refusal, refusalOfImage, requestOf } from './civitai-rules.ts'
import type { CivitaiImage } from './civitai-shapes.ts'
import type { ImportDeps, Outcome } from './import-deps.ts'
import { versionSource } from './import-model.ts'
import { isRefusedPicture } from '../reports/refused-images.ts'
import { ensureImportedCreator } from './imported-creators.ts'

const LONGEST_ALT = 300

const sourceOf = (id: number): string => `civitai:image:${id}`

/** Takes an image over; one that is here stays as it is. */
export async function importImage(deps: ImportDeps, image: CivitaiImage): Promise<Outcome> {
  const { db, pictures } = deps
  const refusal = refusalOfImage(image)
  if (refusal !== null) {
    await removeKnown(deps, image, refusal)
    return refusal
  }
  // Films are not shown here.
  if (image.type !== 'image') return 'empty'
  const versions = image.modelVersionIds.map(versionSource)
  const refused = await refusalOfVersions(deps, versions)
  if (refused !== null) return refused
  const known = await db.kysely
    .selectFrom('community_images')
    .select('id')
    .where('source', '=', sourceOf(image.id))
    .executeTakeFirst()
  if (known) return 'known'
  const taken = await pictures.take(image.url, image)
  if (!taken) return 'empty'
  if (await isRefusedPicture(db.kysely, taken)) return 'blocked'
  const { fingerprint, ...picture } = taken
  const request = requestOf(image)
  const prompt = (request?.['prompt'] as string | undefined) ?? null
  return transact(db, async (tx) => {
    const inserted = await tx
      .insertInto('community_images')
      .values({
        ...imageColumns({
          ...picture,
          blurhash: image.hash ?? null,
          alt: (prompt ?? '').slice(0, LONGEST_ALT),
          type: 'TTI',
          prompt,
          parameters: request,
          tags: [],
          rating: imageLevel(image),
        }),
        creator_id: await ensureImportedCreator(tx, image.username),
        source: sourceOf(image.id),
        image_id: null,
        credit: null,
        pixels_hash: fingerprint?.pixels ?? null,
        looks_hash: fingerprint?.looks ?? null,
        remix_of: null,
        published_at: dateIn(image.createdAt),
      })
      .onConflict((conflict) => conflict.column('source').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!inserted) return 'known'
    if (versions.length > 0)
      await tx
        .insertInto('community_image_models')
        .columns(['image_id', 'version_id'])
        .expression(
          tx
            .selectFrom('community_model_versions')
            .select((column) => [column.val(inserted.id).as('image_id'), 'id as version_id'])
            .where('source', 'in', versions),
        )
        .execute()
    const change = { kind: 'image', id: inserted.id, to: 'published', actorId: null } as const
    await changePublication(tx, deps.audit, change)
    return 'imported'
  })
}

/** Removes what was taken over before it was known that it may not be. */
async function removeKnown(
  { db, audit }: ImportDeps,
  { id: number }: CivitaiImage,
  reason: Refusal,
): Promise<void> {
  await transact(db, async (tx) => {
    const known = await tx
      .selectFrom('community_images')
      .select('id')
      .where('source', '=', sourceOf(number))
      .executeTakeFirst()
    const change = { kind: 'image', to: 'removed', actorId: null, reason } as const
    if (known) await changePublication(tx, audit, { ...change, id: known.id })
  })
}

/** Why one of the models that it was made with is not taken over. */
async function refusalOfVersions(
  { db }: ImportDeps,
  versions: readonly string[],
): Promise<'person' | 'minor' | 'blocked' | null> {
  if (versions.length === 0) return null
  const row = await db.kysely
    .selectFrom('community_import_refusals')
    .select('reason')
    .where('source', 'in', [...versions])
    .executeTakeFirst()
  return row?.reason ?? null
}

/** An image from the future would stay the newest one; one from before there were any has no date. */
function dateIn(text: string | null | undefined): Date | null {
  const time = text ? Date.parse(text) : Number.NaN
  return time > 0 && time <= Date.now() ? new Date(time) : null
}
