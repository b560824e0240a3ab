import { isDeepStrictEqual } from 'node:util'
import { adminStudios, type AdminStudio, type ShownStudio } from '#contract/admin-studios.ts'
import { type Reader, transact } from '#server/platform/db/index.ts'
import { notFound, userError } from '#server/platform/errors.ts'
import { type KeysetQuery, readPage } from '#server/platform/keyset.ts'
import { isId } from '#server/platform/storable-text.ts'
import { t } from '#server/texts/index.ts'
import type { StudiosDeps } from './deps.ts'
import { photosOf, type TrainingRow } from './store.ts'

type Deps = Pick<StudiosDeps, 'db' | 'media' | 'auditShowcase'>

/** Photos of a studio in the console. */
const PHOTOS = 7

const shown = ({ shown_as: name, project_name: own, is_unlisted: isUnlisted }: TrainingRow) => ({
  name: name ?? own,
  listed: !isUnlisted,
})

const publicOnes = (reader: Reader) =>
  reader
    .selectFrom('lora_trainings')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where('training_type', '=', 'Showcase')
    .where('status', '=', 'Successful')

async function present(
  { media }: Deps,
  reader: Reader,
  rows: readonly TrainingRow[],
): Promise<AdminStudio[]> {
  const photos = await photosOf(
    reader,
    rows.map(({ id }) => id),
  )
  const byStudio = Map.groupBy(photos, ({ lora_training_id: id }) => id)
  return rows.map((row) => ({
    id: row.id,
    ...shown(row),
    can_undo: row.shown_before !== null,
    own_name: row.project_name,
    photos: (byStudio.get(row.id) ?? [])
      .slice(0, PHOTOS)
      .map(({ storage_key: storageKey }) => media.pictureUrl({ storageKey })),
    created_at: row.created_at.toISOString(),
  }))
}

/** One page of all public studios, newest first. @throws {AppError} `invalid` for a cursor that is none */
export async function listPublicStudios(
  deps: Deps,
  query: KeysetQuery,
): Promise<{ next: string | null; previous: string | null; results: AdminStudio[] }> {
  const { kysely } = deps.db
  const page = { id: 'id', path: adminStudios.list.path, query, usually: 50 }
  const { items, ...links } = await readPage(publicOnes(kysely), page)
  return { ...links, results: await present(deps, kysely, items) }
}

interface ShowcaseStep {
  actorId: string
  id: string
  /** As it was shown when it was looked at. */
  insteadOf: ShownStudio
}

/** Shows a public studio otherwise, and writes down who did; how it was shown is kept for one step back. */
async function rewrite(
  deps: Deps,
  { actorId, id, insteadOf }: ShowcaseStep,
  change: (row: TrainingRow) => ShownStudio,
): Promise<AdminStudio> {
  if (!isId(id)) throw notFound()
  return transact(deps.db, async (tx) => {
    const row = await publicOnes(tx).where('id', '=', id).forUpdate().executeTakeFirst()
    if (!row) throw notFound()
    const before = shown(row)
    if (!isDeepStrictEqual(before, insteadOf))
      throw userError('conflict', t('console.studioChanged'))
    const { name, listed } = change(row)
    const changed = await tx
      .updateTable('lora_trainings')
      .set({
        shown_as: name === row.project_name ? null : name,
        is_unlisted: !listed,
        shown_before: JSON.stringify(before),
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const data = { before, now: { name, listed } }
    await deps.auditShowcase(tx, { actorId, action: 'studio_changed', subject: id, data })
    const [studio] = await present(deps, tx, [changed])
    return studio!
  })
}

/** Changes how a public studio is shown. @throws {AppError} `not_found`, `conflict` */
export const changeShowcase = (
  deps: Deps,
  { now, ...step }: ShowcaseStep & { now: ShownStudio },
): Promise<AdminStudio> => rewrite(deps, step, () => now)

/** Shows it as before its last change; the next step back undoes that. @throws {AppError} `not_found`, `conflict` */
export const undoShowcase = (deps: Deps, step: ShowcaseStep): Promise<AdminStudio> =>
  rewrite(deps, step, ({ shown_before: before }) => {
    if (before === null) throw userError('conflict', t('common.nothingChanged'))
    return before
  })
