/** A part of what Sentry's clients send: `event`, `transaction`, `replay_event` and others. */
export interface EnvelopeItem {
  type: string
  /** Parsed where it is JSON; else its text. */
  payload: unknown
}

const LINE_FEED = 10

function parsed(bytes: Buffer): unknown {
  const text = bytes.toString('utf8')
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/**
 * Reads an envelope: a line of JSON about all of it, then for each item a line of JSON about it and its payload, which is as long as
 * that line says or ends with its own (https://develop.sentry.dev/sdk/data-model/envelopes/).
 * @throws {SyntaxError} for what is no envelope
 */
export function readEnvelope(body: Buffer): EnvelopeItem[] {
  let at = 0
  const takeLine = (): Buffer => {
    const end = body.indexOf(LINE_FEED, at)
    const line = body.subarray(at, end < 0 ? body.length : end)
    at = end < 0 ? body.length : end + 1
    return line
  }
  JSON.parse(takeLine().toString('utf8'))
  const items: EnvelopeItem[] = []
  while (at < body.length) {
    const line = takeLine().toString('utf8')
    if (line.trim() === '') continue
    const { type, length } = JSON.parse(line) as { type?: string; length?: number }
    let payload: Buffer
    if (length === undefined) payload = takeLine()
    else {
      payload = body.subarray(at, at + length)
      at += length
      if (body[at] === LINE_FEED) at += 1
    }
    items.push({ type: type ?? 'unknown', payload: parsed(payload) })
  }
  return items
}
