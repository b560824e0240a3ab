import {
  type CommunityImage,
  type CommunityModel,
  FEED_PAGE,
  IMAGE_FILTERS,
  type ImageFeedQuery,
  MODEL_FILTERS,
  type ModelFeedQuery,
  type Period,
} from '#contract/community.ts'
import type { Reader } from '#server/platform/db/index.ts'
import { invalidField } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import { presentImages } from '../present-images.ts'
import { presentModels } from '../present-models.ts'
import { levelOf } from '../ratings.ts'
import type { Viewer } from '../viewer.ts'
import { linkAfter, readPlace } from './cursor.ts'
import type { Kind } from './kinds.ts'
import { planSearch, type SearchPlan } from './plan-search.ts'
import { type ListRequest, readList } from './read-list.ts'

interface Feed<T> {
  next: string | null
  previous: string | null
  results: T[]
}

const DAYS: Record<Period, number | null> = { day: 1, week: 7, month: 30, year: 365, all: null }
const DAY_MS = 86_400_000
const NOTHING = { next: null, previous: null, results: [] }

/** One page of published images. @throws {AppError} `invalid` for a cursor that is none, and for two filters at once */
export async function listImages(
  reader: Reader,
  viewer: Viewer,
  { path, query }: { path: string; query: ImageFeedQuery },
): Promise<Feed<CommunityImage>> {
  const used = IMAGE_FILTERS.filter((name) => query[name] !== undefined)
  if (used.length > 1) throw refuseTogether(used)
  const { sort = '-created_at', period = 'all', rating, limit = FEED_PAGE } = query
  const levels = rating === undefined ? viewer.levels : visibleLevel(viewer, rating)
  const search = await searchFor(reader, viewer, { kind: 'image', q: query.q })
  const request: ListRequest = {
    kind: 'image',
    list: imageList(query),
    sort,
    since: sinceOf(period),
    search,
    place: readPlace(query.cursor, sort),
    limit,
    levels,
  }
  if (levels.length === 0 || (query.q !== undefined && search === null)) return NOTHING
  const { ids, next } = await readList(reader, request, viewer)
  return {
    next: next && linkAfter(path, query, { sort, place: next }),
    previous: null,
    results: await presentImages(reader, ids, viewer),
  }
}

/** One page of published models. @throws {AppError} `invalid` for a cursor that is none, and for filters that do not go together */
export async function listModels(
  reader: Reader,
  viewer: Viewer,
  { path, query }: { path: string; query: ModelFeedQuery },
): Promise<Feed<CommunityModel>> {
  const names = ['type', 'base_model', 'tag', 'creator', 'q'] as const
  const used = names.filter((name) => query[name] !== undefined)
  const isAllowed = MODEL_FILTERS.some((group) => group.join() === used.join())
  if (used.length > 0 && !isAllowed) throw refuseTogether(used)
  const { sort = '-created_at', limit = FEED_PAGE } = query
  const search = await searchFor(reader, viewer, { kind: 'model', q: query.q })
  const request: ListRequest = {
    kind: 'model',
    list: modelList(query),
    sort,
    since: null,
    search,
    place: readPlace(query.cursor, sort),
    limit,
    levels: viewer.levels,
  }
  if (query.q !== undefined && search === null) return NOTHING
  const { ids, next } = await readList(reader, request, viewer)
  return {
    next: next && linkAfter(path, query, { sort, place: next }),
    previous: null,
    results: await presentModels(reader, ids, viewer),
  }
}

const searchFor = async (
  reader: Reader,
  viewer: Viewer,
  { kind, q }: { kind: Kind; q: string | undefined },
): Promise<SearchPlan | null> => (q === undefined ? null : planSearch(reader, viewer, { kind, q }))

function refuseTogether(names: readonly string[]) {
  return invalidField(names.at(-1) ?? '', t('community.filtersConflict'))
}

const visibleLevel = ({ levels }: Viewer, rating: string): number[] =>
  levels.filter((level) => level === levelOf(rating))

/** The list of images that the one filter of a query names. */
function imageList({ base_model, model, tag, creator }: ImageFeedQuery): string {
  if (base_model !== undefined) return `base:${base_model}`
  if (model !== undefined) return `model:${model.toLowerCase()}`
  if (tag !== undefined) return `tag:${tag.toLowerCase()}`
  return creator === undefined ? 'all' : `creator:${creator.toLowerCase()}`
}

function modelList({ type, base_model, tag, creator }: ModelFeedQuery): string {
  if (type !== undefined && base_model !== undefined) return `type:${type} base:${base_model}`
  if (type !== undefined) return `type:${type}`
  return imageList({ base_model, tag, creator })
}

function sinceOf(period: Period): Date | null {
  const days = DAYS[period]
  return days === null ? null : new Date(Date.now() - days * DAY_MS)
}
