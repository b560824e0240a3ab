import type { FastifyInstance, FastifyPluginAsync, FastifyReply } from 'fastify'
import { escapeHtml } from '#server/platform/escape-html.ts'
import { htmlPage } from '../html.ts'
import { createReceived, type Received } from './received.ts'

/** A recording of a page is not packed here. */
const MOST_BYTES = 20 * 1024 ** 2
/** Most characters of one entry on the page; `/dev/telemetry.json` has all. */
const MOST_SHOWN = 20_000

const HTML = 'text/html; charset=utf-8'
/** Policy of the only page that a page of ours may show in a frame. */
const FRAME_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'self'"

function entryHtml({ at, kind, what, details }: Received): string {
  const time = at.toISOString()
  const text = typeof details === 'string' ? details : JSON.stringify(details, null, 2)
  return `<details>
<summary><span class="method">${escapeHtml(kind)}</span> ${escapeHtml(what)} <time class="quiet" datetime="${time}">${time.slice(11, 19)}</time></summary>
<pre>${escapeHtml(text.slice(0, MOST_SHOWN))}</pre>
</details>`
}

function listPage(entries: readonly Received[]): string {
  const empty = '<p>Nothing yet.</p>'
  return htmlPage(
    'Telemetry',
    `<p class="quiet">What pages of this process have sent, the newest first. With TELEMETRY_SINK it comes here and goes nowhere else.</p>
<p><a href="">Look again</a></p>
${entries.length === 0 ? empty : entries.map(entryHtml).join('\n')}`,
  )
}

const CHAT_PAGE = htmlPage(
  'Support chat',
  `<p class="quiet">Stands for the page at CHAT_URL. What you write is listed at /dev/telemetry.</p>
<form method="post"><p><label>Message<br><input name="message" required maxlength="500"></label></p><p><button>Send</button></p></form>`,
)

function sendChat(reply: FastifyReply): FastifyReply {
  return reply
    .header('Content-Security-Policy', FRAME_POLICY)
    .header('X-Frame-Options', 'SAMEORIGIN')
    .header('Cache-Control', 'no-store')
    .type(HTML)
    .send(CHAT_PAGE)
}

/** All that is sent here is bytes, whatever it calls itself: clients of Sentry name no type. */
function takeAnyBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MOST_BYTES }, (_, body, done) =>
    done(null, body),
  )
}

/** Answers that something came, or with a 400 that it cannot be read. */
function receive(reply: FastifyReply, read: () => void): FastifyReply {
  try {
    read()
    return reply.status(202).send({})
  } catch (error) {
    return reply.status(400).send({ detail: `Cannot be read: ${(error as Error).message}` })
  }
}

/**
 * `/dev/telemetry`: a page that lists what pages have sent, and `/dev/telemetry.json` for programs; beside them what receives it, as
 * Plausible, Sentry and a chat would.
 */
export function devTelemetry(): FastifyPluginAsync {
  return async (app) => {
    const received = createReceived()
    takeAnyBody(app)
    const config = { ignoresCallers: true }
    const options = { config, bodyLimit: MOST_BYTES }
    app.get('/dev/telemetry', async (_request, reply) =>
      reply.header('Cache-Control', 'no-store').type(HTML).send(listPage(received.list())),
    )
    app.get('/dev/telemetry.json', async (_request, reply) =>
      reply.header('Cache-Control', 'no-store').send(received.list()),
    )
    app.post<{ Body: Buffer }>('/dev/telemetry/api/event', options, async ({ body }, reply) =>
      receive(reply, () => received.pageViews(body)),
    )
    app.post<{ Body: Buffer }>('/dev/telemetry/envelope', options, async ({ body }, reply) =>
      receive(reply, () => received.envelope(body)),
    )
    app.get('/dev/telemetry/chat', async (request, reply) => {
      received.chat('opened', request.query)
      return sendChat(reply)
    })
    app.post<{ Body: Buffer }>('/dev/telemetry/chat', options, async ({ body }, reply) => {
      const message = new URLSearchParams(body.toString('utf8')).get('message') ?? ''
      received.chat(message, { message })
      return sendChat(reply)
    })
  }
}
