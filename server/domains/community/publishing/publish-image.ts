import { sql } from 'kysely'
import { stripLoraTags } from '#contract/lora-tags.ts'
import { PUBLICATIONS_PER_DAY } from '#contract/publications.ts'
import { requireUnlimited } from '#server/domains/accounts/index.ts'
import type { PublicationListener, PublishedSource } from '#server/domains/library/index.ts'
import type { Tx } from '#server/platform/db/index.ts'
import { invalidField, userError } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'
import { t } from '#server/texts/index.ts'
import type { CommunityDeps } from '../deps.ts'
import { listPublishedImages } from '../feed/lists.ts'
import { ensureCreator } from '../people/creators.ts'
import { changePublication, removeAvatar } from '../publication.ts'
import { imageColumns } from '../published-columns.ts'
import { isRefused } from '../reports/refused-images.ts'
import { requireNoOpenCase } from '../reports/require-no-open-case.ts'
import { isTakenDown } from '../reports/standing-takedowns.ts'
import { levelOf } from '../ratings.ts'
import type { PublicationState } from '../schema.ts'
import { MOST_FOR_EVERYBODY } from '../viewer.ts'
import { similarity, vectorOf } from '../words.ts'
import { publishScanned } from './follow-publications.ts'
import { withoutPrivateLoras, withoutPrivateNames } from './private-loras.ts'

const PER_DAY = { name: 'publications', points: PUBLICATIONS_PER_DAY, seconds: 86_400 }
/** How near the words of a remix have to be to those of its origin: a form that was filled by it may be used for something else. */
const LEAST_ALIKE = 0.5

/** What of the domain follows an owner who makes an image public or takes it back. */
export function createPublisher(deps: CommunityDeps): PublicationListener {
  return {
    admit: (userId) => deps.limiter.consume(PER_DAY, userId),
    publish: (tx, source) => publish(deps, tx, source),
    async withdraw(tx, userId, image) {
      const row = await tx
        .selectFrom('community_images')
        .select('id')
        .where('image_id', '=', image)
        .executeTakeFirst()
      const change = { kind: 'image', to: 'withdrawn', actorId: userId } as const
      if (row) await changePublication(tx, deps.audit, { ...change, id: row.id })
    },
    committed: (image) => publishScanned(deps, image),
    async shownWords(reader, image) {
      const row = await reader
        .selectFrom('community_images')
        .select('parameters')
        .where('image_id', '=', image)
        .executeTakeFirst()
      return row?.parameters ?? null
    },
    hideNames: withoutPrivateLoras,
  }
}

/** @throws {AppError} `invalid` where somebody is shown who may not be; `conflict` for what was removed; `account_limited` */
async function publish(deps: CommunityDeps, tx: Tx, source: PublishedSource): Promise<void> {
  await requireUnlimited(tx, source.userId)
  const level = levelOf(source.rating)
  if (source.showsPerson) await requireOwnFace(deps, tx, source, level)
  const creator = await ensureCreator(tx, source.userId)
  await requireAdmission(tx, creator, source)
  const shown = await columnsOf(tx, source)
  const before = await tx
    .selectFrom('community_images')
    .select(['prompt', 'alt', 'rating'])
    .where('image_id', '=', source.imageId)
    .executeTakeFirst()
  await tx
    .insertInto('community_images')
    .values({
      ...shown,
      creator_id: creator,
      source: null,
      image_id: source.imageId,
      credit: null,
      pixels_hash: source.fingerprint?.pixels ?? null,
      looks_hash: source.fingerprint?.looks ?? null,
      published_at: null,
    })
    .onConflict((conflict) =>
      conflict.column('image_id').doUpdateSet({
        ...shown,
        ...(source.fingerprint && {
          pixels_hash: source.fingerprint.pixels,
          looks_hash: source.fingerprint.looks,
        }),
        // What was flagged or hidden once is looked at each time.
        flagged: sql<boolean>`community_images.flagged or excluded.flagged`,
      }),
    )
    .execute()
  const { id, state } = await tx
    .selectFrom('community_images')
    .select(['id', 'state'])
    .where('image_id', '=', source.imageId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await linkModels(tx, id, source)
  if (level === null || level > MOST_FOR_EVERYBODY) await removeAvatar(tx, id)
  const hasNewWords = textOf(before?.prompt) !== textOf(shown.prompt) || before?.alt !== source.alt
  await followState(deps, tx, { id, state, actorId: source.userId, hasNewWords })
}

/** What people read of a prompt: which of its models it names may change with them. */
const textOf = (prompt: string | null | undefined) => prompt && stripLoraTags(prompt)

/**
 * Sends an image that was withdrawn, or that has words that nobody has seen, to the scan again; else lists it again,
 * for its rating may have changed.
 * @throws {AppError} `conflict` for what a decision keeps away
 */
async function followState(
  deps: CommunityDeps,
  tx: Tx,
  {
    id,
    state,
    actorId,
    hasNewWords,
  }: { id: string; state: PublicationState; actorId: string; hasNewWords: boolean },
): Promise<void> {
  if (state === 'removed') throw userError('conflict', t('community.imageRemoved'))
  if (state === 'published') {
    await tx.deleteFrom('community_image_lists').where('image_id', '=', id).execute()
    if (!hasNewWords) return listPublishedImages(tx, [id])
    await changePublication(tx, deps.audit, { kind: 'image', id, to: 'withdrawn', actorId })
  }
  if (state === 'scanning' || state === 'hidden') return
  if (await isTakenDown(tx, id)) throw userError('conflict', t('community.imageHidden'))
  await changePublication(tx, deps.audit, { kind: 'image', id, to: 'scanning', actorId })
}

/** @throws {AppError} `conflict` for an image that was removed here, whoever published it, and while a report of a minor is open */
async function requireAdmission(tx: Tx, creator: string, source: PublishedSource): Promise<void> {
  await requireNoOpenCase(tx, creator)
  if (source.fingerprint && (await isRefused(tx, source.fingerprint)))
    throw userError('conflict', t('community.imageRemoved'))
}

/** Somebody real is published only as oneself, grown up, and with nothing that is not for everybody. */
async function requireOwnFace(
  { areOwnFaces }: CommunityDeps,
  tx: Tx,
  { userId, lorasOfPeople, isOwnFace }: PublishedSource,
  level: number | null,
): Promise<void> {
  if (!(await areOwnFaces(tx, userId, lorasOfPeople)))
    throw invalidField('is_public', t('community.noOtherPeople'))
  if (level === null || level > MOST_FOR_EVERYBODY)
    throw invalidField('is_public', t('community.peopleTooExplicit'))
  if (!isOwnFace) throw invalidField('own_face', t('community.confirmOwnFace'))
}

async function columnsOf(tx: Tx, source: PublishedSource) {
  const { url, width, height, blurhash, alt, type, rating } = source
  const { prompt, parameters } = await withoutPrivateNames(tx, source)
  const level = levelOf(rating)
  const { rows } = await sql<{ tag: string }>`
    select distinct unnest(m.tags) as tag from community_models m
    join community_model_versions v on v.model_id = m.id
    where v.create_query = any (${queriesOf(source)}::text[]) and m.source like 'atelier:style-%'
    order by tag limit 10`.execute(tx)
  const tags = rows.map(({ tag }) => tag)
  return {
    ...imageColumns({
      url,
      width,
      height,
      blurhash,
      alt,
      type,
      prompt,
      parameters,
      tags,
      rating: level,
    }),
    flagged: source.showsPerson || source.isOfPhoto || level === null || level > MOST_FOR_EVERYBODY,
    remix_of: await originOf(tx, source),
  }
}

/** The image that this one is a remix of: published, and of words that are like those that this one was drawn from. */
async function originOf(tx: Tx, { remixOf, drawnFrom }: PublishedSource): Promise<string | null> {
  if (remixOf === null || drawnFrom === null || !isId(remixOf)) return null
  const origin = await tx
    .selectFrom('community_images')
    .select(['id', 'prompt'])
    .where('id', '=', remixOf)
    .where('state', '=', 'published')
    .executeTakeFirst()
  if (!origin || origin.prompt === null) return null
  const isLike = similarity(vectorOf(origin.prompt), vectorOf(drawnFrom)) >= LEAST_ALIKE
  return isLike ? origin.id : null
}

/** Of the models that drew it, as their pages link to text to image. */
const queriesOf = ({ model, style }: PublishedSource): string[] =>
  model === null
    ? []
    : [`model=${model}`, ...(style === null ? [] : [`model=${model}&style=${style}`])]

async function linkModels(tx: Tx, id: string, source: PublishedSource): Promise<void> {
  await tx.deleteFrom('community_image_models').where('image_id', '=', id).execute()
  await sql`
    insert into community_image_models (image_id, version_id)
    select ${id}, v.id from community_model_versions v
    where v.create_query = any (${queriesOf(source)}::text[])
    on conflict do nothing`.execute(tx)
}
