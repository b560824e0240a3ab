/** A place where a file's SQL names a table. */
export interface TableUse {
  line: number
  table: string
}

/** Calls of kysely whose first argument is a table: `selectFrom('users as u')`. */
const CALL =
  /\.(?:selectFrom|insertInto|updateTable|deleteFrom|from|using|(?:inner|left|right|full|cross)Join)\(\s*\[?\s*['"`](\w+)/g
/** SQL as text: `from users u`, also after `sql.table`. */
const TEXT = /\b(?:from|join|into|update|using)\s+(?:only\s+)?([a-z_]+)\b/g
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/g
/** One table in the schema of a domain, four spaces deep inside of `interface Database`. */
const DECLARED = /^ {4}([a-z_]+): \{/gm

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length

/** The tables that a domain's `schema.ts` adds. */
export function tablesOf(schema: string): string[] {
  return [...schema.matchAll(DECLARED)].map(([, table]) => table ?? '')
}

/**
 * Where a file's SQL names tables.
 * @param isTable tells tables from other words
 */
export function findTables(source: string, isTable: (word: string) => boolean): TableUse[] {
  const code = source.replaceAll(COMMENT, (comment) => comment.replaceAll(/[^\n]/g, ' '))
  return [...code.matchAll(CALL), ...code.matchAll(TEXT)]
    .filter(([, table = '']) => isTable(table))
    .map((match) => ({ line: lineAt(code, match.index), table: match[1] ?? '' }))
}
