import { sql } from 'kysely'
import type { ReportedKind } from '#contract/reports.ts'
import type { Reader, Tx } from '#server/platform/db/index.ts'
import { images } from '#server/domains/jobs/index.ts'
import { isId } from '#server/platform/storable-text.ts'
import { paths } from '#contract/paths.ts'
import type { CommunityDeps } from '../deps.ts'
import { findModel } from '../read-model.ts'
import type { ReportRow } from './rows.ts'

/** Something that can be reported and decided about. */
export interface ReportedItem {
  kind: ReportedKind
  /** Of a share, that of the image itself; null: an address. */
  id: string | null
  /** Root-relative page of it; of an address as it was given, and of a share too: only who has the link knows it. */
  url: string
  /** Whose it is. */
  creatorId: string | null
  /** Of a share: its owner, who may have published nothing. */
  ownerId?: string
  /** Own image behind a published one. */
  imageId: string | null
  /** Whether everybody sees it now. */
  isShown: boolean
}

/** What a report names; exactly one of these. */
export interface Named {
  url?: string | undefined
  image?: string | undefined
  model?: string | undefined
  comment?: string | undefined
  creator?: string | undefined
}

/** Something by its kind and id, in whatever state; null: there is none. */
export async function findItem(
  reader: Reader,
  kind: ReportedKind,
  id: string | null,
): Promise<ReportedItem | null> {
  if (id === null || !isId(id)) return null
  if (kind === 'image') {
    const row = await reader
      .selectFrom('community_images')
      .select(['id', 'creator_id', 'image_id', 'state'])
      .where('id', '=', id)
      .executeTakeFirst()
    return (
      (row && {
        kind,
        id: row.id,
        url: paths.exploreImage.link(row.id),
        creatorId: row.creator_id,
        imageId: row.image_id,
        isShown: row.state === 'published',
      }) ??
      null
    )
  }
  if (kind === 'share') return findShared(reader, id)
  const row = await readOther(reader, kind, id)
  return row ? { kind, imageId: null, ...row } : null
}

/** Items that were hidden because of these reports, each once. */
export async function itemsHiddenBy(
  tx: Tx,
  reports: readonly Pick<ReportRow, 'kind' | 'item_id' | 'hidden_at'>[],
): Promise<ReportedItem[]> {
  const hidden = reports.filter(({ hidden_at: at }) => at !== null)
  const each = new Map(hidden.map((report) => [report.item_id, report.kind]))
  const items: ReportedItem[] = []
  for (const [id, kind] of each) {
    const item = await findItem(tx, kind, id)
    if (item) items.push(item)
  }
  return items
}

async function findShared(reader: Reader, id: string): Promise<ReportedItem | null> {
  const row = await reader
    .selectFrom(images.as('image'))
    .leftJoin('community_creators as creator', 'creator.user_id', 'image.user_id')
    .select(['image.id', 'image.user_id', 'image.withheld_at', 'creator.id as creator_id'])
    .where('image.id', '=', id)
    .where('image.status', '=', 'S')
    .where('image.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  return {
    kind: 'share',
    id: row.id,
    url: '',
    creatorId: row.creator_id,
    ownerId: row.user_id,
    imageId: row.id,
    isShown: row.withheld_at === null,
  }
}

async function readOther(
  reader: Reader,
  kind: ReportedKind,
  id: string,
): Promise<Pick<ReportedItem, 'id' | 'url' | 'creatorId' | 'isShown'> | null> {
  if (kind === 'model') {
    const row = await reader
      .selectFrom('community_models')
      .select(['id', 'slug', 'creator_id', 'state'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row) return null
    const url = paths.exploreModel.link(row.slug)
    return { id: row.id, url, creatorId: row.creator_id, isShown: row.state === 'published' }
  }
  if (kind === 'comment') {
    const row = await reader
      .selectFrom('community_comments')
      .select(['id', 'image_id', 'creator_id', 'state'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row) return null
    const url = `${paths.exploreImage.link(row.image_id)}#comments`
    return { id: row.id, url, creatorId: row.creator_id, isShown: row.state === 'shown' }
  }
  const row = await reader
    .selectFrom('community_creators')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row || kind !== 'creator') return null
  return { id: row.id, url: paths.creator.link(row.id), creatorId: row.id, isShown: true }
}

/**
 * What a report is about; null: there is no such thing, or nobody can see it. An address finds what it leads to; one that leads to nothing
 * of the kinds stays an address.
 */
export async function findReported(deps: Finding, named: Named): Promise<ReportedItem | null> {
  const reader = deps.db.kysely
  const kind = (['image', 'model', 'comment', 'creator'] as const).find(
    (one) => named[one] !== undefined,
  )
  if (kind === undefined) return findByAddress(deps, named.url ?? '')
  const id = named[kind] ?? ''
  const item = await findItem(reader, kind, kind === 'model' ? await modelId(reader, id) : id)
  return isReportable(reader, item)
}

async function isReportable(
  reader: Reader,
  item: ReportedItem | null,
): Promise<ReportedItem | null> {
  return item && (item.isShown || (await isHiddenByReport(reader, item))) ? item : null
}

async function modelId(reader: Reader, name: string): Promise<string | null> {
  return findModel(reader, name).catch(() => null)
}

/** What was hidden since it was reported can be reported by others, too. */
async function isHiddenByReport(reader: Reader, { id }: ReportedItem): Promise<boolean> {
  const { rows } = await sql`
    select from community_reports where item_id = ${id} and state = 'open' and hidden_at is not null
    limit 1`.execute(reader)
  return rows.length > 0
}

type Finding = Pick<CommunityDeps, 'db' | 'evidence'>

async function findByAddress(deps: Finding, url: string): Promise<ReportedItem> {
  const path = URL.parse(url, 'http://here')?.pathname ?? ''
  const named = (['exploreImage', 'exploreModel', 'creator'] as const).flatMap((page) => {
    const [before = ''] = paths[page].pattern.split(':id')
    const at = path.indexOf(before)
    return at < 0 ? [] : [{ page, id: path.slice(at + before.length).replace(/\/$/, '') }]
  })
  const [found] = named
  const kinds = { exploreImage: 'image', exploreModel: 'model', creator: 'creator' } as const
  const item = found
    ? await findReported(deps, { [kinds[found.page]]: found.id })
    : await findByImage(deps, url)
  return (
    item ?? {
      kind: 'address',
      id: null,
      url,
      creatorId: null,
      imageId: null,
      isShown: false,
    }
  )
}

/** An image by its link or its file: as explore shows it, or else as its owner shared it. */
async function findByImage({ db, evidence }: Finding, url: string): Promise<ReportedItem | null> {
  const image = await evidence.imageAt(url)
  if (image === null) return null
  const published = await db.kysely
    .selectFrom('community_images')
    .select('id')
    .where('image_id', '=', image)
    .where('state', '<>', 'withdrawn')
    .executeTakeFirst()
  if (published) {
    const item = await isReportable(db.kysely, await findItem(db.kysely, 'image', published.id))
    if (item) return item
  }
  const shared = await isReportable(db.kysely, await findItem(db.kysely, 'share', image))
  return shared && { ...shared, url: URL.parse(url, 'http://here')?.pathname ?? url }
}
