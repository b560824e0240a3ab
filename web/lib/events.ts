import { useEffect, useRef } from 'react'
import { EVENT_NAMES, type EventData, EVENTS_PATH, type EventName } from '#contract/events.ts'

/**
 * One event of the stream; `reset` says that some were missed and everything is to be read again, `begun` that events are heard
 * from now on: what changed since the page was made was not told.
 */
export type LiveEvent =
  | { [N in keyof EventData]: { name: N; data: EventData[N] } }[keyof EventData]
  | { name: 'reset' }
  | { name: 'begun' }

interface Message {
  /** Id of the event in the stream of its user. */
  id: string
  event: LiveEvent
}

const KNOWN = new Set<EventName>(EVENT_NAMES)
const RETRY_MS = 5_000

function parse(name: EventName, text: string): LiveEvent | null {
  if (name === 'reset') return { name }
  if (name === 'video') return null
  return { name, data: JSON.parse(text) }
}

/**
 * Reads the stream until stopped. The browser reconnects by itself after a short break, with the last id;
 * an answer that is no stream (a server that starts, a limit) ends it, so it is opened again from here.
 */
function readStream(
  lastId: string | null,
  onBegin: () => void,
  onMessage: (message: Message) => void,
): () => void {
  let last = lastId
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const open = () => {
    // A page cannot set the header Last-Event-ID; the server reads the query in its place.
    const query = last === null ? '' : `?last_event_id=${last}`
    const stream = new EventSource(`${EVENTS_PATH}${query}`)
    source = stream
    stream.addEventListener('open', () => {
      // With an id the server sends what came since.
      if (last === null) onBegin()
    })
    for (const name of KNOWN) {
      stream.addEventListener(name, (raw: MessageEvent<string>) => {
        last = raw.lastEventId
        const event = parse(name, raw.data)
        if (event) onMessage({ id: raw.lastEventId, event })
      })
    }
    stream.addEventListener('error', () => {
      if (stream.readyState === EventSource.CLOSED) timer = setTimeout(open, RETRY_MS)
    })
  }
  open()
  return () => {
    clearTimeout(timer)
    source?.close()
  }
}

const listeners = new Set<(event: LiveEvent) => void>()

/** Hears one kind of event while the component is there; the stream itself is the app shell's. */
export function useServerEvent<N extends keyof EventData>(
  name: N,
  handle: (data: EventData[N]) => void,
): void {
  const latest = useRef(handle)
  useEffect(() => {
    latest.current = handle
  })
  useEffect(() => {
    const listen = (event: LiveEvent) => {
      if (event.name === name) latest.current(event.data as EventData[N])
    }
    listeners.add(listen)
    return () => {
      listeners.delete(listen)
    }
  }, [name])
}

/**
 * Follows the events of the signed-in person. All tabs share one stream: the tab that holds the lock
 * reads it and passes each event on; when it closes, another takes over where it stopped.
 * @returns stops following
 */
export function followEvents(userId: string, onEvent: (event: LiveEvent) => void): () => void {
  const deliver = (event: LiveEvent) => {
    onEvent(event)
    for (const listener of listeners) listener(event)
  }
  const name = `events:${userId}`
  const stopped = new AbortController()
  const channel = new BroadcastChannel(name)
  let lastId: string | null = null

  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    lastId = data.id
    deliver(data.event)
  })
  const begin = () => deliver({ name: 'begun' })
  const lead = (): Promise<void> =>
    new Promise((resolve) => {
      const stop = readStream(lastId, begin, (message) => {
        lastId = message.id
        channel.postMessage(message)
        deliver(message.event)
      })
      stopped.signal.addEventListener('abort', () => {
        stop()
        resolve()
      })
    })
  const leadOrWait = async (): Promise<void> => {
    // Without locks (an insecure origin) each tab has its own stream.
    if (!('locks' in navigator)) return lead()
    const { locks } = navigator
    const led = await locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock && !stopped.signal.aborted) await lead()
      return lock !== null
    })
    if (led || stopped.signal.aborted) return
    begin()
    await locks.request(name, { signal: stopped.signal }, lead)
  }
  // Waiting for the lock ends with an abort when this tab stops.
  leadOrWait().catch(() => undefined)

  return () => {
    stopped.abort()
    channel.close()
  }
}
