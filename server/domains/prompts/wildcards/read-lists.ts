import { WILDCARD_LIMITS } from '#contract/values/wildcards.ts'
import type { Db } from '#server/platform/db/index.ts'
import { t } from '#server/texts/index.ts'
import type { ReadList } from './draw-words.ts'
import { TemplateError } from './template.ts'

/** The choices of a list: its lines that are not blank. */
export function linesOf(text: string, most = Infinity): string[] {
  const lines: string[] = []
  for (const [line] of text.matchAll(/\S[^\n]*/g)) {
    lines.push(line.trimEnd())
    if (lines.length > most) break
  }
  return lines
}

/** A person's lists as one request reads them: each once. */
export interface WordLists {
  read: ReadList
  /**
   * Checks all lists that could be drawn from, whichever line the seed picks.
   * @throws {TemplateError} for one that is missing, leads to itself or is too deep
   */
  require(names: ReadonlySet<string>): Promise<void>
}

/** Letters of all lists that one request draws from: each is read whole to find a line. */
const MOST_LETTERS = 4 * WILDCARD_LIMITS.bytes

/** Own lists by name. */
export function openLists(db: Db, userId: string): WordLists {
  const known = new Map<string, Promise<readonly string[]>>()
  let sources: Promise<ReadonlyMap<string, readonly string[]>> | null = null
  let letters = 0
  async function read(name: string): Promise<readonly string[]> {
    const row = await db.kysely
      .selectFrom('wildcard_lists')
      .select('text')
      .where('user_id', '=', userId)
      .where('name', '=', name)
      .executeTakeFirst()
    // Removed since it was looked for.
    if (!row) throw missing(name)
    letters += row.text.length
    if (letters > MOST_LETTERS) throw new TemplateError(t('prompts.listsTooLong'))
    return linesOf(row.text)
  }
  return {
    read(name) {
      const lines = known.get(name) ?? read(name)
      known.set(name, lines)
      return lines
    },
    async require(names) {
      if (names.size === 0) return
      requireSources(await (sources ??= sourcesOf(db, userId)), names)
    },
  }
}

/** What each of the lists draws from. */
async function sourcesOf(db: Db, userId: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db.kysely
    .selectFrom('wildcard_lists')
    .select(['name', 'draws_from'])
    .where('user_id', '=', userId)
    .execute()
  return new Map(rows.map(({ name, draws_from }) => [name, draws_from]))
}

const missing = (name: string): TemplateError =>
  new TemplateError(t('prompts.noSuchList', { name }))

function requireSources(
  lists: ReadonlyMap<string, readonly string[]>,
  names: ReadonlySet<string>,
): void {
  /** How many lists deep each goes, so that none is walked twice. */
  const depths = new Map<string, number>()

  function depthOf(name: string, path: readonly string[]): number {
    const known = depths.get(name)
    if (known !== undefined) return known
    const way = [...path, name]
    if (path.includes(name))
      throw new TemplateError(
        t('prompts.listsInCircle', { names: way.map((one) => `__${one}__`).join(' > ') }),
      )
    const next = lists.get(name)
    if (!next) throw missing(name)
    const depth = 1 + Math.max(0, ...next.map((inner) => depthOf(inner, way)))
    depths.set(name, depth)
    return depth
  }

  for (const name of names) {
    if (depthOf(name, []) > WILDCARD_LIMITS.depth)
      throw new TemplateError(
        t('prompts.listsTooDeep', { list: name, count: WILDCARD_LIMITS.depth }),
      )
  }
}
