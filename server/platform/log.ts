import pino, { type DestinationStream, type Logger } from 'pino'
import { isDatabaseAway } from './db/away.ts'

export type Log = Logger

export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

const SECRET_NAMES = [
  'authorization',
  'cookie',
  '["set-cookie"]',
  '["x-xsrf-token"]',
  'password',
  'password1',
  'password2',
  'old_password',
  'new_password1',
  'new_password2',
  'access_token',
  'accessToken',
  'viewToken',
  'challenge',
  'recovery_code',
  'token',
  'key',
  'secret',
  'secretKey',
  'credentials',
  'databaseUrl',
  'connectionString',
]

/** The same name at the top of a record and one or two levels down; pino has no "anywhere". */
function redactedPaths(): string[] {
  return SECRET_NAMES.flatMap((name) => {
    const dotted = name.startsWith('[') ? name : `.${name}`
    return [name, `*${dotted}`, `*.*${dotted}`]
  })
}

/** Only the key of a text for the user is no secret. */
function censor(value: unknown, path: readonly (string | number)[]): unknown {
  return path.at(-2) === 'userMessage' && path.at(-1) === 'key' ? value : '[redacted]'
}

const LEVEL_LABELS: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
}
/** Fields of every record, which are not what was said beside its message. */
export const OWN_FIELDS: ReadonlySet<string> = new Set([
  'level',
  'time',
  'pid',
  'hostname',
  'msg',
  'err',
  'name',
])

/** A line of the log: its message, its error, and what else was said beside them. */
export interface LogRecord {
  level: number
  /** Milliseconds since 1970. */
  time: number
  msg?: string
  err?: { type?: string; message?: string; stack?: string }
  [field: string]: unknown
}

/** `12:30:01 warn  The message  jobId=... ` and, for an error, its stack on the next lines. */
function formatRecord(line: string): string {
  const record = JSON.parse(line) as LogRecord
  const clock = new Date(record.time).toISOString().slice(11, 19)
  const level = (LEVEL_LABELS[record.level] ?? String(record.level)).padEnd(5)
  const fields = Object.entries(record)
    .filter(([name]) => !OWN_FIELDS.has(name))
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const head = [`${clock} ${level} ${record.msg ?? ''}`, ...fields].join('  ')
  const trouble = record.err?.stack ?? record.err?.message
  return trouble === undefined ? `${head}\n` : `${head}\n${trouble}\n`
}

/** An error with its stack; one that only says that the database is away has nothing to tell but that. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  return isDatabaseAway(error)
    ? { type: error.name, message: error.message }
    : pino.stdSerializers.err(withoutConnection(error))
}

/** Errors of a pool carry their connection, with all that it knows. */
function withoutConnection(error: Error): Error {
  if ('client' in error) Object.defineProperty(error, 'client', { enumerable: false })
  return error
}

/** Passes each line on at once: what waited would be lost when the process exits. */
function prettyStream(target: NodeJS.WritableStream): DestinationStream {
  return { write: (line) => void target.write(formatRecord(line)) }
}

/** Tells of errors, too; pino begins each line with its level. */
function tellingStream(
  target: DestinationStream,
  onError: (record: LogRecord) => void,
): DestinationStream {
  return {
    write(line) {
      target.write(line)
      if (/^\{"level":[56]0,/.test(line)) onError(JSON.parse(line) as LogRecord)
    },
  }
}

export interface LoggerOptions {
  level: LogLevel
  /** Short lines for people; JSON for machines otherwise. Default: people when standard error is a terminal. */
  pretty?: boolean
  /** Default standard error, so that standard output carries the ready line alone. */
  target?: NodeJS.WritableStream
  /** Called after each record of the levels `error` and `fatal`; secrets are cut out of it. */
  onError?: (record: LogRecord) => void
}

/** The program's logger: secrets are cut out by name, see `SECRET_NAMES`. */
export function createLogger({
  level,
  pretty,
  target = process.stderr,
  onError,
}: LoggerOptions): Log {
  const forPeople = pretty ?? process.stderr.isTTY
  const stream = forPeople ? prettyStream(target) : target
  return pino(
    {
      level,
      base: null,
      serializers: { err: describeError },
      redact: { paths: redactedPaths(), censor },
    },
    onError ? tellingStream(stream, onError) : stream,
  )
}
