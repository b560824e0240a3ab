import { expect } from 'vitest'
import { EVENTS_PATH } from '#contract/events.ts'
import type { TestApp } from './test-app.ts'

export interface ReceivedEvent {
  id: number
  event: string
  data: unknown
}

export interface OpenStream {
  status: number
  headers: Headers
  /** Everything that came so far. */
  events: ReceivedEvent[]
  /** The text as it came, comments included. */
  text(): string
  /** Waits for an event that looks so. */
  waitFor(looks: (event: ReceivedEvent) => boolean): Promise<ReceivedEvent>
  /** Resolves when the server ends the stream. */
  ended: Promise<void>
  close(): void
}

export interface StreamOptions {
  token?: string
  cookie?: string
  lastEventId?: string
  query?: string
  headers?: Record<string, string>
}

/** Reads `/api/events/` as a browser does. */
export async function openEventStream(app: TestApp, options: StreamOptions): Promise<OpenStream> {
  const { token, cookie, lastEventId, query = '', headers } = options
  const abort = new AbortController()
  const response = await fetch(new URL(EVENTS_PATH + query, app.url), {
    signal: abort.signal,
    headers: {
      'accept-encoding': 'gzip, br',
      ...headers,
      ...(token !== undefined && { authorization: `Token ${token}` }),
      ...(cookie !== undefined && { cookie }),
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
  })
  const events: ReceivedEvent[] = []
  let text = ''
  let parsed = 0

  function parse(): void {
    for (let end = text.indexOf('\n\n', parsed); end >= 0; end = text.indexOf('\n\n', parsed)) {
      const fields = new Map(
        text
          .slice(parsed, end)
          .split('\n')
          .map((line) => line.split(/: (.*)/s) as [string, string]),
      )
      parsed = end + 2
      const [id, event, data] = [fields.get('id'), fields.get('event'), fields.get('data')]
      if (id === undefined || event === undefined || data === undefined) continue
      events.push({ id: Number(id), event, data: JSON.parse(data) })
    }
  }

  async function read(): Promise<void> {
    try {
      for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
        text += chunk
        parse()
      }
    } catch (error) {
      if (!abort.signal.aborted) throw error
    }
  }

  return {
    status: response.status,
    headers: response.headers,
    events,
    text: () => text,
    async waitFor(looks) {
      await expect.poll(() => events.some(looks), { timeout: 30_000, interval: 10 }).toBe(true)
      return events.find(looks)!
    },
    ended: read(),
    close: () => abort.abort(),
  }
}
