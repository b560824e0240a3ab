import { sql } from 'kysely'
import { altOf, shownPictures } from '#brands/index.ts'
import type { Pack, PackDetail, PackKind } from '#contract/packs.ts'
import { prices, priceImage } from '#server/domains/billing/index.ts'
import type { Reader } from '#server/platform/db/index.ts'
import {
  canEdit,
  type PackRow,
  type PackShotRow,
  readVersion,
  shotsOf,
  shownVersion,
  type VersionRow,
  type Viewer,
} from './store.ts'

/** Pixels of a side that is left out. */
const USUAL_EDGE = 512
const USUAL_SECONDS = 2

/** Credits of a shot with a model of the usual price. */
function usualPrice(kind: PackKind, { width, height, duration }: PackShotRow): number {
  if (kind === 'video') return (prices().video['BUILT_IN'] ?? 1) * (duration ?? USUAL_SECONDS)
  return priceImage({ width: width ?? USUAL_EDGE, height: height ?? USUAL_EDGE })
}

/** Packs as the API shows them. */
export async function presentPacks(
  reader: Reader,
  packs: readonly PackRow[],
  viewer: Viewer,
): Promise<Pack[]> {
  if (packs.length === 0) return []
  const ids = packs.map((pack) => shownVersion(pack, viewer))
  const [versions, shots, favorites] = await Promise.all([
    reader.selectFrom('pack_versions').selectAll().where('id', 'in', ids).execute(),
    shotsOf(reader, ids),
    favoritesAmong(reader, packs, viewer),
  ])
  const byId = new Map(versions.map((version) => [version.id, version]))
  const shotsById = Map.groupBy(shots, ({ version_id: id }) => id)
  return packs.flatMap((pack, index) => {
    const version = byId.get(ids[index]!)
    if (!version) return []
    const own = shotsById.get(version.id) ?? []
    return [presentOne(pack, { version, shots: own, viewer, favorites })]
  })
}

async function favoritesAmong(
  reader: Reader,
  packs: readonly PackRow[],
  { userId }: Viewer,
): Promise<Set<string>> {
  if (userId === null) return new Set()
  const rows = await reader
    .selectFrom('pack_favorites')
    .select('pack_id')
    .where('user_id', '=', userId)
    .where('pack_id', '=', sql<string>`any(${packs.map(({ id }) => id)}::uuid[])`)
    .execute()
  return new Set(rows.map(({ pack_id: id }) => id))
}

/** Returns a sample, or what administrators chose in its place. */
function shownSample(
  sample: Pack['samples'][number],
  { language = 'en' }: Viewer,
): Pack['samples'][number] {
  const own = shownPictures()[sample.url.slice(1)]
  return own ? { url: own.src, alt: altOf(own, language) ?? sample.alt } : sample
}

function presentOne(
  pack: PackRow,
  {
    version,
    shots,
    viewer,
    favorites,
  }: {
    version: VersionRow
    shots: readonly PackShotRow[]
    viewer: Viewer
    favorites: ReadonlySet<string>
  },
): Pack {
  const { title, description, tags, subject } = version
  return {
    id: pack.id,
    kind: pack.kind,
    state: pack.state,
    title,
    description,
    tags,
    subject,
    shot_count: shots.length,
    credits: shots.reduce((sum, shot) => sum + usualPrice(pack.kind, shot), 0),
    samples: pack.samples.map((sample) => shownSample(sample, viewer)),
    is_own: viewer.userId !== null && pack.user_id === viewer.userId,
    can_edit: canEdit(pack, viewer),
    is_favorite: favorites.has(pack.id),
    runs: pack.runs,
    created_at: pack.created_at.toISOString(),
    published_at: pack.published_at?.toISOString() ?? null,
  }
}

/** One pack with its shots. */
export async function presentDetail(
  reader: Reader,
  pack: PackRow,
  viewer: Viewer,
): Promise<PackDetail> {
  const id = shownVersion(pack, viewer)
  const [version, shots, favorites] = [
    await readVersion(reader, id),
    await shotsOf(reader, [id]),
    await favoritesAmong(reader, [pack], viewer),
  ]
  return {
    ...presentOne(pack, { version, shots, viewer, favorites }),
    version: version.number,
    has_changes: canEdit(pack, viewer) && pack.version_id !== null && pack.draft_id !== null,
    shots: shots.map(({ version_id: _version, place: _place, ...shot }) => shot),
  }
}
