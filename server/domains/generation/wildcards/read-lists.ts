import { WILDCARD_LIMITS } from '#contract/wildcards.ts'
import type { Db } from '#server/platform/db/index.ts'
import type { ReadList } from './draw-words.ts'
import { TemplateError } from './template.ts'

/** The choices of a list: its lines that are not blank. */
export const linesOf = (text: string): string[] =>
  text.split(/\r?\n/).filter((line) => line.trim() !== '')

/** Own lists by name, each read once. */
export function listReader(db: Db, userId: string): ReadList {
  const read = new Map<string, readonly string[]>()
  return async (name) => {
    const known = read.get(name)
    if (known) return known
    const row = await db.kysely
      .selectFrom('wildcard_lists')
      .select('text')
      .where('user_id', '=', userId)
      .where('name', '=', name)
      .executeTakeFirst()
    // Removed since it was looked for.
    if (!row) throw missing(name)
    const lines = linesOf(row.text).map((line) => line.trim())
    read.set(name, lines)
    return lines
  }
}

const missing = (name: string): TemplateError =>
  new TemplateError(`You have no list __${name}__. Write \\__${name}__ for the words themselves.`)

/**
 * Checks all lists that could be drawn from, whichever line the seed picks.
 * @throws {TemplateError} for one that is missing, leads to itself or is too deep
 */
export async function requireLists(
  db: Db,
  userId: string,
  names: ReadonlySet<string>,
): Promise<void> {
  if (names.size === 0) return
  const rows = await db.kysely
    .selectFrom('wildcard_lists')
    .select(['name', 'draws_from'])
    .where('user_id', '=', userId)
    .execute()
  const lists = new Map(rows.map(({ name, draws_from }) => [name, draws_from]))
  /** How many lists deep each goes, so that none is walked twice. */
  const depths = new Map<string, number>()

  function depthOf(name: string, path: readonly string[]): number {
    const known = depths.get(name)
    if (known !== undefined) return known
    const way = [...path, name]
    if (path.includes(name))
      throw new TemplateError(
        `Lists lead back to themselves: ${way.map((one) => `__${one}__`).join(' > ')}.`,
      )
    const next = lists.get(name)
    if (!next) throw missing(name)
    const depth = 1 + Math.max(0, ...next.map((inner) => depthOf(inner, way)))
    depths.set(name, depth)
    return depth
  }

  for (const name of names) {
    if (depthOf(name, []) > WILDCARD_LIMITS.depth)
      throw new TemplateError(`__${name}__ leads through more than ${WILDCARD_LIMITS.depth} lists.`)
  }
}
