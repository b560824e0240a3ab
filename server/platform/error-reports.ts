import { createStackParser, createTransport, type Event } from '@sentry/core'
import { nodeStackLineParser, ServerRuntimeClient } from '@sentry/core/server'
import { type LogRecord, OWN_FIELDS } from './log.ts'
import { createOutbound } from './outbound-http.ts'

/** Where reports go. */
export interface ErrorReportsTarget {
  /** As Sentry writes it: `https://KEY@HOST/PROJECT`. */
  dsn: string
  /** Takes the reports in place of the DSN's host; null: that host itself. */
  tunnel: string | null
}

/** Tells a service that speaks Sentry's protocol what goes wrong in this process. */
export interface ErrorReports {
  /** Sends a record of the log, at some later time; never throws. */
  report(record: LogRecord): void
  /** Waits a little for what is under way. */
  close(): Promise<void>
}

/** More are not sent within a minute: a database that is away fails a thousand requests for one reason. */
const MOST_A_MINUTE = 60
const MINUTE_MS = 60_000
const SEND_WITHIN_MS = 10_000
const CLOSE_WITHIN_MS = 2000
const MAX_ANSWER_BYTES = 64 * 1024
const FATAL = 60

const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g
/** The query of an address may open a door: links of mails and signed media carry their keys there. */
const QUERY = /(https?:\/\/[^\s"'?]+|\/[\w./-]+)\?[^\s"')]+/g

/** A text without email addresses and queries. */
const withoutPeople = (text: string): string =>
  text.replace(QUERY, '$1?…').replace(EMAIL, '(email)')

const parseStack = createStackParser(nodeStackLineParser())

/** What is said beside a message: numbers, and short words that name no person. */
function contextOf(record: LogRecord): Record<string, unknown> {
  const told = Object.entries(record).flatMap(([name, value]): [string, unknown][] => {
    if (OWN_FIELDS.has(name) || /user/i.test(name)) return []
    if (typeof value === 'string') return [[name, withoutPeople(value)]]
    return typeof value === 'number' || typeof value === 'boolean' ? [[name, value]] : []
  })
  return Object.fromEntries(told)
}

/** A record of the log as an event of Sentry (https://develop.sentry.dev/sdk/data-model/event-payloads/). */
function toEvent(record: LogRecord): Event {
  const { level, time, msg = '', err } = record
  const message = withoutPeople(msg)
  const event: Event = {
    level: level >= FATAL ? 'fatal' : 'error',
    timestamp: time / 1000,
    extra: contextOf(record),
  }
  if (!err) return { ...event, message }
  const value = withoutPeople(err.message ?? '')
  const stack = err.stack === undefined ? undefined : parseStack(err.stack)
  return {
    ...event,
    ...(message !== value && { logentry: { message } }),
    exception: {
      values: [
        { type: err.type ?? 'Error', value, ...(stack && { stacktrace: { frames: stack } }) },
      ],
    },
  }
}

/** Starts the client of the service; nothing is sent until a record is reported. */
export function startErrorReports({ dsn, tunnel }: ErrorReportsTarget): ErrorReports {
  const url = new URL(dsn)
  // The operator's own server may be one that only this network reaches.
  const outbound = createOutbound({ allowedUrls: [tunnel ?? url.origin] })
  const client = new ServerRuntimeClient({
    dsn,
    ...(tunnel !== null && { tunnel }),
    platform: 'node',
    integrations: [],
    stackParser: parseStack,
    // A process tells nothing of its sessions, only of its errors.
    sendClientReports: false,
    transport: (options) =>
      createTransport(options, async ({ body }) => {
        const { status, headers } = await outbound.send(options.url, {
          method: 'POST',
          body,
          headers: { 'content-type': 'application/x-sentry-envelope', ...options.headers },
          timeoutMs: SEND_WITHIN_MS,
          maxBytes: MAX_ANSWER_BYTES,
        })
        return {
          statusCode: status,
          headers: {
            'x-sentry-rate-limits': headers['x-sentry-rate-limits'] ?? null,
            'retry-after': headers['retry-after'] ?? null,
          },
        }
      }),
  })
  client.init()
  let minute = 0
  let sent = 0

  return {
    report(record) {
      const now = Math.floor(record.time / MINUTE_MS)
      if (now !== minute) [minute, sent] = [now, 0]
      sent += 1
      if (sent <= MOST_A_MINUTE) client.captureEvent(toEvent(record))
    },
    async close() {
      await client.close(CLOSE_WITHIN_MS)
      await outbound.close()
    },
  }
}
