import type { Selectable } from 'kysely'
import type { PackKind } from '#contract/packs.ts'
import type { Database, Reader, Tx } from '#server/platform/db/index.ts'
import { notFound } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'

export type PackRow = Selectable<Database['packs']>
export type VersionRow = Selectable<Database['pack_versions']>
export type PackShotRow = Selectable<Database['pack_shots']>

/** Who looks at packs. */
export interface Viewer {
  userId: string | null
  /** The staff edit all packs but other people's drafts. */
  isStaff: boolean
  /** Language that the images are described in, where an administrator did; left out: English. */
  language?: string | undefined
}

export const NOBODY: Viewer = { userId: null, isStaff: false }

export const viewerOf = (
  caller: { userId: string; isStaff: boolean; isAdmin: boolean } | null,
  language?: string,
): Viewer => ({
  ...(caller ? { userId: caller.userId, isStaff: caller.isStaff || caller.isAdmin } : NOBODY),
  language,
})

const isOwn = (pack: PackRow, { userId }: Viewer) => userId !== null && pack.user_id === userId

/** Its author sees it in any state but withdrawn, the staff all but drafts, everybody what is published. */
export function canSee(pack: PackRow, viewer: Viewer): boolean {
  if (pack.state === 'published') return true
  if (pack.state === 'withdrawn') return viewer.isStaff
  return isOwn(pack, viewer) || (viewer.isStaff && pack.state === 'offered')
}

/** What is published changes by the staff alone. */
export function canEdit(pack: PackRow, viewer: Viewer): boolean {
  if (!canSee(pack, viewer)) return false
  return viewer.isStaff || (isOwn(pack, viewer) && pack.state !== 'published')
}

/** @throws {AppError} `not_found` */
export async function readPack(
  reader: Reader,
  { id, kind }: { id: string; kind: PackKind },
): Promise<PackRow> {
  const pack = isId(id)
    ? await reader
        .selectFrom('packs')
        .selectAll()
        .where('id', '=', id)
        .where('kind', '=', kind)
        .executeTakeFirst()
    : undefined
  if (!pack) throw notFound()
  return pack
}

/** Locks a pack that this viewer may change. @throws {AppError} `not_found` */
export async function lockEditable(
  tx: Tx,
  what: { id: string; kind: PackKind },
  viewer: Viewer,
): Promise<PackRow> {
  await readPack(tx, what)
  const pack = await tx
    .selectFrom('packs')
    .selectAll()
    .where('id', '=', what.id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (!canEdit(pack, viewer)) throw notFound()
  return pack
}

/** What a viewer sees of a pack: who may change it sees what will be published next. */
export const shownVersion = (pack: PackRow, viewer: Viewer): string =>
  (canEdit(pack, viewer) ? pack.draft_id : null) ?? pack.version_id ?? pack.draft_id ?? ''

/** What is run: that which is published, or one's own draft. */
export const runVersion = (pack: PackRow): string => pack.version_id ?? pack.draft_id ?? ''

export async function readVersion(reader: Reader, id: string): Promise<VersionRow> {
  return reader
    .selectFrom('pack_versions')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

export async function shotsOf(reader: Reader, versions: readonly string[]): Promise<PackShotRow[]> {
  if (versions.length === 0) return []
  return reader
    .selectFrom('pack_shots')
    .selectAll()
    .where('version_id', 'in', [...versions])
    .orderBy('place')
    .execute()
}
