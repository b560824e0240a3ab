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

/** Looks how common the words of a text are; null where there are none. */
export async function planSearch(
  reader: Reader,
  viewer: Pick<Viewer, 'levels'>,
  { kind, q }: { kind: Kind; q: string },
): Promise<SearchPlan | null> {
  const words = wordsOf(q)
  if (words.length === 0) return null
  const beginnings = words.map((word) => `${word}:*`)
  const { items, lists, id } = sourceOf(kind)
  const { rows } = await sql<{ asked: string; found: number; probed: number }>`
    with newest as materialized (
      select i.words from unnest(${viewer.levels}::smallint[]) as level (rating)
      cross join lateral (
        select l.${id} as id from ${lists} l where l.list = 'all' and l.rating = level.rating
        order by l.published_at desc, l.${id} desc limit ${PROBED}
      ) l cross join lateral (select i.words from ${items} i where i.id = l.id limit 1) i
    ), asked as materialized (
      select text, to_tsquery('simple', text) as query
      from unnest(${[...beginnings, beginnings.join(' & ')]}::text[]) as given (text)
    )
    select asked.text as asked, count(*) filter (where newest.words @@ asked.query)::integer as found,
      count(*)::integer as probed
    from asked left join newest on true group by asked.text`.execute(reader)
  const shares = new Map(
    rows.map(({ asked, found, probed }) => [asked, probed === 0 ? 0 : found / probed]),
  )
  const isOften = (text: string) => (shares.get(text) ?? 0) * 100 > COMMON_PERCENT
  const isCommon = isOften(beginnings.join(' & '))
  return {
    // What begins with a common word is more than the index should read; the word itself narrows down the others.
    query: words
      .map((word, at) => (!isCommon && isOften(beginnings[at]!) ? word : `${word}:*`))
      .join(' & '),
    isCommon,
    unknown: words.filter((_, at) => shares.get(beginnings[at]!) === 0),
  }
}
