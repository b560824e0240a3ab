import { readEnvelope } from './read-envelope.ts'

/** What a page has sent, in words for whoever looks. */
export interface Received {
  at: Date
  kind: string
  what: string
  details: unknown
}

/** Most entries of one process: they are to be looked at, not to be kept. */
const MOST_KEPT = 200

interface SentryEvent {
  exception?: { values?: { type?: string; value?: string }[] }
  message?: string
  transaction?: string
}

function errorText({ exception, message }: SentryEvent): string {
  const [first] = exception?.values ?? []
  return first ? `${first.type ?? 'Error'}: ${first.value ?? ''}` : (message ?? 'Error')
}

/** What the types of an envelope's items are called here. */
const KINDS: Record<string, string> = {
  event: 'error',
  transaction: 'trace',
  replay_event: 'replay',
  replay_recording: 'recording',
}

function ofEnvelope(body: Buffer): Omit<Received, 'at'>[] {
  return readEnvelope(body).map(({ type, payload }) => {
    const kind = KINDS[type] ?? type
    if (typeof payload === 'string') {
      return { kind, what: `${payload.length} characters`, details: payload }
    }
    const event = payload as SentryEvent
    const what = kind === 'error' ? errorText(event) : (event.transaction ?? '')
    return { kind, what, details: payload }
  })
}

function ofPageViews(body: Buffer): Omit<Received, 'at'> {
  const sent = JSON.parse(body.toString('utf8')) as { name: string; url: string }
  const isView = sent.name === 'pageview'
  return {
    kind: isView ? 'page view' : 'event',
    what: isView ? sent.url : sent.name,
    details: sent,
  }
}

/** What has come, the newest first. */
export function createReceived(now: () => Date = () => new Date()) {
  let all: Received[] = []
  const add = (...one: Omit<Received, 'at'>[]) => {
    const at = now()
    all = [...one.map((each) => ({ at, ...each })), ...all].slice(0, MOST_KEPT)
  }
  return {
    list: (): readonly Received[] => all,
    /** @throws {SyntaxError} for what Plausible would not take */
    pageViews: (body: Buffer) => add(ofPageViews(body)),
    /** @throws {SyntaxError} for what Sentry would not take */
    envelope: (body: Buffer) => add(...ofEnvelope(body)),
    /** The frame was opened, or a message was sent in it. */
    chat: (what: string, details: unknown) => add({ kind: 'chat', what, details }),
  }
}
