import { type ClientConfig, type CustomTypesConfig, types } from 'pg'

/** @throws {RangeError} rather than losing digits */
function parseInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number`)
  return value
}

function parseIntegerArray(text: string): (number | null)[] {
  const inside = text.slice(1, -1)
  if (inside === '') return []
  return inside.split(',').map((item) => (item === 'NULL' ? null : parseInteger(item)))
}

const asText = (text: string) => text

/** By PostgreSQL's own numbers of its types; those of pg are added when they are met. */
const PARSERS = new Map<number, (text: string) => unknown>([
  [20, parseInteger],
  [1016, parseIntegerArray],
  [1082, asText],
  [1186, asText],
])

/**
 * How values arrive: bigint as number, timestamptz as Date, date as `YYYY-MM-DD` and interval as PostgreSQL writes it
 * (both would be bent by the machine's time zone), numeric as string, the rest as pg does.
 */
export const typeParsers: CustomTypesConfig = {
  getTypeParser(oid, format) {
    if (format === 'binary') return types.getTypeParser(oid, format)
    let parser = PARSERS.get(oid)
    if (!parser) {
      parser = types.getTypeParser(oid, format) as (text: string) => unknown
      PARSERS.set(oid, parser)
    }
    return parser
  },
}

/** A transaction that its process forgot must not hold locks for ever. */
export const IDLE_IN_TRANSACTION_MS = 60_000

/** For a connection of its own, once it is open: as {@link IDLE_IN_TRANSACTION_MS} says. */
export const LIMIT_TRANSACTIONS = `set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`

/** Settings of every connection that the program opens. None asks for limits at its start: a pooler would refuse it. */
export function connectionConfig(url: string): ClientConfig {
  return {
    connectionString: url,
    application_name: 'atelier',
    connectionTimeoutMillis: 6000,
    keepAlive: true,
    types: typeParsers,
  }
}
