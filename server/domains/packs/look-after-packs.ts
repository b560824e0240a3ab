import { sql } from 'kysely'
import { adminPacks, type AdminPack } from '#contract/admin-packs.ts'
import { people } from '#server/domains/accounts/index.ts'
import { type Reader, transact, type Tx } from '#server/platform/db/index.ts'
import { notFound, userError } from '#server/platform/errors.ts'
import { type KeysetQuery, readPage } from '#server/platform/keyset.ts'
import { isId } from '#server/platform/storable-text.ts'
import { t } from '#server/texts/index.ts'
import type { PackAct, PacksDeps } from './deps.ts'
import type { PackRow } from './store.ts'

/** Drafts are their authors' own. */
const listed = (reader: Reader) =>
  reader
    .selectFrom('packs as p')
    .innerJoin('pack_versions as v', (join) =>
      join.on('v.id', '=', sql<string>`coalesce(p.version_id, p.draft_id)`),
    )
    .leftJoin(people.as('author'), 'author.id', 'p.user_id')
    .select([
      'p.id',
      'p.kind',
      'p.state',
      'p.version_id',
      'p.previous_id',
      'p.runs',
      'p.published_at',
      'v.title',
      'v.number',
      'author.email as author',
      sql<
        number | null
      >`(select draft.number from pack_versions draft where draft.id = p.draft_id)`.as('draft'),
      sql<number>`(select count(*)::int from pack_shots s where s.version_id = v.id)`.as('shots'),
    ])
    .where((where) =>
      where.or([where('p.version_id', 'is not', null), where('p.state', '=', 'offered')]),
    )

type ListedRow = Awaited<ReturnType<ReturnType<typeof listed>['executeTakeFirstOrThrow']>>

const present = (row: ListedRow): AdminPack => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  title: row.title,
  version: row.version_id === null ? null : row.number,
  draft: row.draft,
  can_undo: row.previous_id !== null,
  shot_count: row.shots,
  runs: row.runs,
  author: row.author,
  published_at: row.published_at?.toISOString() ?? null,
})

/** One page of all packs that others see or are asked about, newest first. @throws {AppError} `invalid` for a cursor that is none */
export async function listAllPacks(
  { db }: Pick<PacksDeps, 'db'>,
  query: KeysetQuery,
): Promise<{ next: string | null; previous: string | null; results: AdminPack[] }> {
  const { path } = adminPacks.list
  const page = { id: 'p.id', path, query, usually: 50 }
  const { items, ...links } = await readPage(listed(db.kysely), page)
  return { ...links, results: items.map(present) }
}

export interface PackStep {
  actorId: string
  id: string
  /** Number of the published version that was looked at. */
  version: number
}

/** Changes a published pack under its lock, and writes down who did. @param change null: it is not as it has to be for that */
async function change(
  { db, audit }: Pick<PacksDeps, 'db' | 'audit'>,
  { actorId, id, version, action }: PackStep & Pick<PackAct, 'action'>,
  step: (pack: PackRow) => Partial<Pick<PackRow, 'state' | 'version_id' | 'previous_id'>> | null,
): Promise<AdminPack> {
  if (!isId(id)) throw notFound()
  return transact(db, async (tx) => {
    const pack = await tx
      .selectFrom('packs')
      .selectAll()
      .where('id', '=', id)
      .where('version_id', 'is not', null)
      .forUpdate()
      .executeTakeFirst()
    if (!pack) throw notFound()
    const columns = step(pack)
    if (columns === null || (await numberOf(tx, pack)) !== version)
      throw userError('conflict', t('common.changedMeanwhile'))
    await tx.updateTable('packs').set(columns).where('id', '=', id).execute()
    const now = present(await listed(tx).where('p.id', '=', id).executeTakeFirstOrThrow())
    const data = { title: now.title, version: now.version }
    await audit(tx, { actorId, action, subject: id, data })
    return now
  })
}

async function numberOf(tx: Tx, { version_id: version }: PackRow): Promise<number | undefined> {
  const row = await tx
    .selectFrom('pack_versions')
    .select('number')
    .where('id', '=', version)
    .executeTakeFirst()
  return row?.number
}

/** Publishes the version of before; the next step back undoes that. @throws {AppError} `not_found`, `conflict` */
export const undoPack = (deps: PacksDeps, step: PackStep): Promise<AdminPack> =>
  change(deps, { ...step, action: 'pack_undone' }, ({ version_id: now, previous_id: before }) =>
    before === null ? null : { version_id: before, previous_id: now },
  )

/** Offers a pack no longer; runs that began go on. @throws {AppError} `not_found`, `conflict` */
export const withdrawPack = (deps: PacksDeps, step: PackStep): Promise<AdminPack> =>
  change(deps, { ...step, action: 'pack_withdrawn' }, ({ state }) =>
    state === 'published' ? { state: 'withdrawn' } : null,
  )

/** Offers a pack again. @throws {AppError} `not_found`, `conflict` */
export const restorePack = (deps: PacksDeps, step: PackStep): Promise<AdminPack> =>
  change(deps, { ...step, action: 'pack_restored' }, ({ state }) =>
    state === 'withdrawn' ? { state: 'published' } : null,
  )
