import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { EVENTS_PATH } from '#contract/events.ts'
import { AppError, userError } from '#server/platform/errors.ts'
import { type Authenticate, readCredentials } from './authentication.ts'
import type { Events } from '#server/platform/events/index.ts'
import { t } from '#server/texts/index.ts'
import { sayEvent } from './say-in-language.ts'

export interface EventStreamOptions {
  events: Events
  /** Asked again at every heartbeat: a session that ended elsewhere gets nothing more. */
  authenticate: Authenticate
  /** Streams that one person may keep open on this node. */
  streamsPerUser?: number
  heartbeatMs?: number
}

/** A client that reads slower than this is cut off; it resumes where it was. */
const MAX_BUFFERED_BYTES = 1_000_000
const RECONNECT_MS = 2000

/** `GET /api/events/`: server-sent events of the signed-in person, resumable by `Last-Event-ID`. */
export function eventStream(options: EventStreamOptions): FastifyPluginAsync {
  const { events, authenticate, streamsPerUser = 12, heartbeatMs = 15_000 } = options
  const open = new Map<string, Set<() => void>>()

  async function stream(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const caller = await request.signedIn()
    if (!caller) {
      throw userError('not_authenticated', t('requests.notAuthenticated'))
    }
    if (caller.by === 'api_key') {
      throw userError('permission_denied', t('requests.needsSession'))
    }
    const { userId } = caller
    const { language } = request
    const lastSeq = readLastEventId(request)
    const streams = open.get(userId) ?? new Set()
    if (streams.size >= streamsPerUser) {
      throw userError('throttled', t('requests.tooManyStreams'), { retryAfterSeconds: 30 })
    }
    const { raw } = reply
    const closers: (() => void)[] = []
    const end = () => {
      for (const close of closers.splice(0)) close()
      streams.delete(end)
      if (streams.size === 0) open.delete(userId)
      if (raw.headersSent) raw.end()
    }
    streams.add(end)
    open.set(userId, streams)
    raw.once('close', end)
    raw.on('error', end)

    let early: string | null = `retry: ${RECONNECT_MS}\n\n`
    const send = (text: string) => {
      if (early !== null) {
        early += text
        return
      }
      if (raw.destroyed || raw.writableEnded) return
      raw.write(text)
      if (raw.writableLength > MAX_BUFFERED_BYTES) raw.destroy()
    }
    try {
      // Before the answer begins: whoever sees it begin misses nothing that happens after.
      const subscription = await events.subscribe(userId, lastSeq, {
        onEvent: ({ seq, event, data }) =>
          send(`id: ${seq}\nevent: ${event}\ndata: ${sayEvent(event, data, language)}\n\n`),
        onReset: (seq) => send(`id: ${seq}\nevent: reset\ndata: {}\n\n`),
      })
      closers.push(() => subscription.close())
    } catch (error) {
      end()
      throw error
    }
    const ended = !streams.has(end)
    reply.hijack()
    writeHead(reply)
    const text = early
    early = null
    send(text)
    if (ended || raw.destroyed) {
      end()
      return
    }
    const heartbeat = setInterval(() => {
      send(': still here\n\n')
      void endUnlessSignedIn(request, end)
    }, heartbeatMs)
    closers.push(() => clearInterval(heartbeat))
  }

  async function endUnlessSignedIn(request: FastifyRequest, end: () => void): Promise<void> {
    try {
      const token = readCredentials(request)?.token
      if (token === undefined || !(await authenticate(token))) end()
    } catch (error) {
      if (error instanceof AppError) end()
      else request.log.warn({ err: error }, 'the reader of an event stream could not be checked')
    }
  }

  return async (app) => {
    // Streams never end by themselves; a server that closes would wait for them.
    app.addHook('preClose', async () => {
      for (const streams of open.values()) for (const end of streams) end()
    })
    app.route({ method: 'GET', url: EVENTS_PATH, handler: stream })
  }
}

/** The headers that other parts of the server have set go out with ours. */
function writeHead(reply: FastifyReply): void {
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
  reply.raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
}

/**
 * From the header or, for a page that takes over a stream and so cannot set it, from the query.
 * A value that is no number of ours counts as one that is too old: the client is told to read again.
 */
function readLastEventId(request: FastifyRequest): number | null {
  const query = request.query as { last_event_id?: unknown } | null
  const value = request.headers['last-event-id'] ?? query?.last_event_id
  if (value === undefined || value === '') return null
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : -1
}
