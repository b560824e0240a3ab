/** The database cannot be reached at this moment; nothing was asked of it. */
export class DatabaseAway extends Error {
  constructor() {
    super('The database does not answer')
    this.name = 'DatabaseAway'
  }
}

/**
 * Shutting down, starting up, a connection cut or refused (appendix A of PostgreSQL's manual), and what Node says of
 * a server that is not there.
 */
const AWAY_CODES = new Set([
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '53300',
  '57P01',
  '57P02',
  '57P03',
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])

/** What pg says of a connection that it has lost, or waited for in vain; these errors have no code. */
const AWAY_MESSAGES =
  /^(?:Connection terminated|Query read timeout|timeout (?:expired|exceeded when trying to connect)|Client (?:has encountered a connection error|was closed) and is not queryable)/

/** PgBouncer's code for every complaint of its own, and those that are about the server behind it. */
const POOLER_CODE = '08P01'
const POOLER_MESSAGES =
  /server_login_retry|query_wait_timeout|max_client_conn|server conn crashed|cannot connect to server|shutting down/

/**
 * Whether an error of pg says that the database is not there now: what was asked may succeed a moment later. A
 * statement that was cut off may have been carried out, as after any lost connection.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof DatabaseAway) return true
  // pg-boss hands errors on as plain objects.
  if (typeof error !== 'object' || error === null) return false
  const { code, message } = error as { code?: unknown; message?: unknown }
  const said = typeof message === 'string' ? message : ''
  if (code === undefined) return AWAY_MESSAGES.test(said)
  if (code === POOLER_CODE) return POOLER_MESSAGES.test(said)
  return typeof code === 'string' && AWAY_CODES.has(code)
}

/** disk_full of PostgreSQL, and what Node says of a disk or of a quota that is used up. */
const FULL_CODES = new Set(['53100', 'ENOSPC', 'EDQUOT'])

/** Whether something could not be written because there is no space left: of a transaction nothing was. */
export function isDiskFull(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (typeof code === 'string' && FULL_CODES.has(code)) return true
  // io_error, as which PostgreSQL tells it of its journal.
  return code === '58030' && typeof message === 'string' && message.includes('No space left')
}
