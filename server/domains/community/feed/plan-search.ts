import { sql } from 'kysely'
import type { Reader } from '#server/platform/db/index.ts'
import type { Viewer } from '../viewer.ts'
import { type Kind, sourceOf } from './kinds.ts'
import { wordsOf } from '../words.ts'

/** How words are looked for. */
export interface SearchPlan {
  /** For `to_tsquery('simple', ...)`: all of the words. */
  query: string
  /**
   * Whether what is newest has them so often that they are looked for there: the index of words would read all that has them,
   * which of a common word are millions.
   */
  isCommon: boolean
  /** Words that nothing of what is newest has: they may be misspelled. */
  unknown: string[]
}

/** Of each rating: the newest, in which the words are counted. */
const PROBED = 200
/** Of those that were counted, in hundreds: above this a word is a common one. */
const COMMON_PERCENT = 0.5
/** Items that the index of words may have to fetch and sort. */
const MOST_READ = 25_000
/** Words of a search belong together, so that more items have all of them than chance would have it. */
const TOGETHER = 10

/** How common a text is: in what is newest, and in all items as the statistics of the database know it. */
interface Counted {
  asked: string
  found: number
  probed: number
  /** Share of all items with words that begin so, and with the very word; 0 where it is none of the thousand most common. */
  beginning: number
  exact: number
  items: number
}

/** Looks how common the words of a text are; null where there are none. */
export async function planSearch(
  reader: Reader,
  viewer: Pick<Viewer, 'levels'>,
  { kind, q }: { kind: Kind; q: string },
): Promise<SearchPlan | null> {
  const words = wordsOf(q)
  if (words.length === 0) return null
  const rows = await countWords(reader, viewer, { kind, words })
  const all = rows.at(-1)!
  const shareOf = ({ found, probed }: Counted) => (probed === 0 ? 0 : found / probed)
  const isOftenNew = (row: Counted) => shareOf(row) * 100 > COMMON_PERCENT
  const isOften = (row: Counted) => isOftenNew(row) || row.beginning * row.items > MOST_READ
  const counted = rows.slice(0, -1)
  // Beside others a common word is not looked for as a beginning.
  const shares = counted.map((row) =>
    counted.length > 1 && isOften(row) ? row.exact : row.beginning,
  )
  const share = Math.min(...shares, TOGETHER * shares.reduce((product, one) => product * one, 1))
  const isCommon = isOftenNew(all) || share * all.items > MOST_READ
  return {
    // Words that begin with a common word are more than the index should read; the word itself narrows down the others.
    query: words
      .map((word, at) => (!isCommon && isOften(counted[at]!) ? word : `${word}:*`))
      .join(' & '),
    isCommon,
    unknown: words.filter((_, at) => counted[at]!.found === 0),
  }
}

/** One row for each word, and one for all of them together. */
async function countWords(
  reader: Reader,
  { levels }: Pick<Viewer, 'levels'>,
  { kind, words }: { kind: Kind; words: readonly string[] },
): Promise<Counted[]> {
  const beginnings = words.map((word) => `${word}:*`)
  const { items, lists, id } = sourceOf(kind)
  const table = `community_${kind}s`
  const { rows } = await sql<Counted>`
    with newest as materialized (
      select i.words from unnest(${levels}::smallint[]) as level (rating)
      cross join lateral (
        select l.${id} as id from ${lists} l where l.list = 'all' and l.rating = level.rating
        order by l.published_at desc, l.${id} desc limit ${PROBED}
      ) l cross join lateral (select i.words from ${items} i where i.id = l.id limit 1) i
    ), asked as materialized (
      select place, text, word, to_tsquery('simple', text) as query
      from unnest(${[...beginnings, beginnings.join(' & ')]}::text[], ${words}::text[])
        with ordinality as given (text, word, place)
    ), known as materialized (
      select each.word, each.share
      from pg_stats s, unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) as each (word, share)
      where s.schemaname = current_schema() and s.tablename = ${table} and s.attname = 'words'
    )
    select asked.text as asked,
      (select count(*)::integer from newest where newest.words @@ asked.query) as found,
      (select count(*)::integer from newest) as probed,
      (select least(coalesce(sum(share), 0), 1)::float8 from known where starts_with(known.word, asked.word)) as beginning,
      (select coalesce(sum(share), 0)::float8 from known where known.word = asked.word) as exact,
      (select greatest(reltuples, 0)::float8 from pg_class where oid = ${table}::regclass) as items
    from asked order by place`.execute(reader)
  return rows
}
