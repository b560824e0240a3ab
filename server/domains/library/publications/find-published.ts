import { sql } from 'kysely'
import { brandOfId } from '#brands/index.ts'
import { RATINGS_FOR_EVERYBODY } from '#contract/prediction-images.ts'
import { people } from '#server/domains/accounts/index.ts'
import type { Billing } from '#server/domains/billing/index.ts'
import type { Published, SourceType } from '#server/domains/media/index.ts'
import { jobs, type Kinds, type Making, shownKey } from '#server/domains/jobs/index.ts'
import type { Db } from '#server/platform/db/index.ts'
import { isId } from '#server/platform/storable-text.ts'
import type { Log } from '#server/platform/log.ts'
import type { PublicationListener } from './listener.ts'
import { formatShownWords, wordsOfPublic, wordsOfShare } from './shown-words.ts'

interface PublishedDeps {
  db: Db
  billing: Billing
  kinds: Kinds
  faces: Making['faces']
  publisher: PublicationListener
  log: Log
}

/** What a drawing of a person may be taken for: something that a camera saw. */
const DRAWN: ReadonlySet<SourceType> = new Set([
  'trainedAlgorithmicMedia',
  'compositeWithTrainedAlgorithmicMedia',
])

/** The image behind a publication: one of a link, or of a public image. */
const findImage = ({ kysely }: Db, id: string) =>
  kysely
    .with('publication', (db) =>
      db
        .selectFrom('image_shares')
        .select(['image_id', 'show_prompt', sql<boolean>`true`.as('is_link')])
        .where('id', '=', id)
        .unionAll(
          db
            .selectFrom('prediction_images')
            .select(['id as image_id', 'shows_prompt as show_prompt'])
            .select(sql<boolean>`false`.as('is_link'))
            .where('publication_id', '=', id)
            .where('is_public', '=', true)
            // A link is for those who have it; what is public is for everybody.
            .where('rating', 'in', RATINGS_FOR_EVERYBODY),
        ),
    )
    .selectFrom('publication')
    .innerJoin('prediction_images as image', 'image.id', 'publication.image_id')
    .innerJoin(jobs.as('job'), 'job.id', 'image.job_id')
    .innerJoin(people.as('owner'), 'owner.id', 'image.user_id')
    .select(['publication.show_prompt', 'publication.is_link', 'owner.brand'])
    .select(['job.type', 'job.shows_person', 'job.parameters'])
    .select(['image.id', 'image.user_id', 'image.storage_key', 'image.marked_storage_key'])
    .select(['image.video_storage_key', 'image.source_type', 'image.has_face'])
    .select('image.drawn_after')
    .where('image.status', '=', 'S')
    .where('image.deleted_at', 'is', null)
    .where('image.withheld_at', 'is', null)
    .where('job.shows_child', '=', false)
    // What a banned person shared comes back with the end of the ban.
    .where('owner.banned_at', 'is', null)
    // Images of a deleted account are hidden at once, and removed later.
    .where('owner.closing_at', 'is', null)
    .executeTakeFirst()

type PublishedRow = NonNullable<Awaited<ReturnType<typeof findImage>>>

/** What strangers may see under the address of a publication; see `FindPublished` of media. */
export async function findPublished(deps: PublishedDeps, id: string): Promise<Published | null> {
  const row = isId(id) ? await findImage(deps.db, id) : undefined
  if (!row) return null
  const isClean =
    row.marked_storage_key === null || (await deps.billing.hasPaid(deps.db, row.user_id))
  const imageKey = shownKey(row, isClean)
  if (imageKey === null) return null
  return {
    imageKey,
    videoKey: row.video_storage_key,
    sourceType: row.source_type ?? 'trainedAlgorithmicMedia',
    words: await wordsOf(deps, row),
    hasAiMark: await needsAiMark(deps, row),
  }
}

/** Returns the generation parameters that are written into the public file: the same as its page shows. */
async function wordsOf(deps: PublishedDeps, row: PublishedRow): Promise<string | null> {
  if (!row.show_prompt) return null
  const reader = deps.db.kysely
  const words = row.is_link
    ? await wordsOfShare(deps, reader, row)
    : await wordsOfPublic(deps, reader, { id: row.id, shows_prompt: true })
  return words && formatShownWords(words, row)
}

/** Whether it is an image of a person that strangers could take for a photograph (AI Act, article 50). */
async function needsAiMark(deps: PublishedDeps, row: PublishedRow): Promise<boolean> {
  if (brandOfId(row.brand).marksPeople === false) return false
  const kind = await deps.kinds.find(row.type)
  if (row.shows_person || kind?.likeness === 'always') return true
  if (!DRAWN.has(row.source_type ?? 'trainedAlgorithmicMedia')) return false
  return row.has_face ?? (await lookForFaces(deps, row))
}

/** What cannot be told now counts as a person, and is asked again at the next request. */
async function lookForFaces(
  { db, faces, log }: PublishedDeps,
  row: PublishedRow,
): Promise<boolean> {
  try {
    const hasFace = await faces.see({ storageKey: row.storage_key! })
    await db.kysely
      .updateTable('prediction_images')
      .set({ has_face: hasFace })
      .where('id', '=', row.id)
      .execute()
    return hasFace
  } catch (error) {
    log.warn({ err: error, image: row.id }, 'No faces could be looked for in a public image')
    return true
  }
}

/** Those of these publications that are there, also while their images are in the trash. */
export async function knownPublications(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const known = ids.filter(isId)
  if (known.length === 0) return new Set()
  const rows = await db.kysely
    .selectFrom('image_shares')
    .select('id')
    .where('id', 'in', known)
    .union(
      db.kysely
        .selectFrom('prediction_images')
        .select('publication_id as id')
        .where('publication_id', 'in', known)
        .where('is_public', '=', true)
        .where('files_removed_at', 'is', null)
        .$narrowType<{ id: string }>(),
    )
    .execute()
  return new Set(rows.map(({ id }) => id))
}
