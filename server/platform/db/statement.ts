import { CompiledQuery } from 'kysely'
import { execute, type Reader } from './transact.ts'

/** A statement whose text is always the same, with `$1`, `$2` and so on for its values. */
export interface Statement<Row> {
  run(on: Reader, values: readonly unknown[]): Promise<Row[]>
  /** With its values, to be run by somebody else. */
  with(values: readonly unknown[]): CompiledQuery<Row>
}

/**
 * For what runs at every submit or every event: the text is not put together anew each time, which takes longer than
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
