import { CompiledQuery } from 'kysely'
import { execute, type Reader } from './transact.ts'

/** A statement whose text is always the same, with `$1`, `$2` and so on for its values. */
export interface Statement<Row> {
  run(on: Reader, values: readonly unknown[]): Promise<Row[]>
  /** With its values, to be run by somebody else. */
  with(values: readonly unknown[]): CompiledQuery<Row>
}

/**
 * For what runs at every submit or every event: the text is not put together again each time, which takes longer than
 * many a statement runs.
 */
export function statement<Row>(text: string): Statement<Row> {
  const query = CompiledQuery.raw(text) as CompiledQuery<Row>
  const withValues = (parameters: readonly unknown[]): CompiledQuery<Row> => ({
    sql: query.sql,
    query: query.query,
    queryId: query.queryId,
    parameters,
  })
  return {
    with: withValues,
    async run(on, values) {
      const { rows } = await execute(on, withValues(values))
      return rows
    },
  }
}

/** A statement whose text is always the same, with `:name` for each of its values. */
export interface NamedStatement<Values, Row> {
  run(on: Reader, values: Values): Promise<Row[]>
}

/** `:name`, but not the type in `$1::uuid`. */
const NAME = /(?<!:):([a-z]\w*)/gi

/**
 * As `statement`, for one with so many values that their order would have to be counted. A name may stand in the text
 * several times; values whose name does not stand in it are left out.
 */
export function namedStatement<Values extends object, Row>(
  text: string,
): NamedStatement<Values, Row> {
  const names: string[] = []
  const numbered = text.replace(NAME, (_, name: string) => {
    if (!names.includes(name)) names.push(name)
    return `$${names.indexOf(name) + 1}`
  })
  const { run } = statement<Row>(numbered)
  return {
    run: (on, values) =>
      run(
        on,
        names.map((name) => (values as Record<string, unknown>)[name]),
      ),
  }
}
