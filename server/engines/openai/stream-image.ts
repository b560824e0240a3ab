import { z } from 'zod'
import {
  type Outbound,
  OutboundError,
  type OutboundRequest,
  type OutboundResponse,
} from '#server/platform/outbound-http.ts'
import { BETWEEN_EVENTS, isEventStream, isLastEvent, readEvent } from './read-answer.ts'

const Partial = z.object({
  type: z.string().regex(/\.partial_image$/),
  b64_json: z.string().min(1),
  partial_image_index: z.number().int().nonnegative(),
})

interface Reading {
  maxBytes: number
  /** Of the whole exchange. */
  timeoutMs: number
  signal: AbortSignal
  /** How many images on the way were asked for. */
  partials: number
  onPartial: ((file: Uint8Array, fraction: number) => void) | undefined
}

/**
 * Makes a call that is answered by a stream, and shows what comes on the way to its end.
 * @returns the answer with its last event alone; one that is no stream is returned whole
 * @throws {OutboundError} when no answer came, or its end did not
 */
export async function readStreamed(
  outbound: Outbound,
  url: string,
  call: Omit<OutboundRequest, 'maxBytes' | 'signal'>,
  { maxBytes, timeoutMs, signal, partials, onPartial }: Reading,
): Promise<OutboundResponse> {
  // The limit of the call ends where its body begins.
  const limited = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  const { body, status, headers, ...answer } = await outbound.open(url, {
    ...call,
    signal: limited,
  })
  const isStream = isEventStream(headers) && status >= 200 && status <= 299
  const chunks: Buffer[] = []
  let size = 0
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes)
        throw new OutboundError('too_large', `The answer is larger than ${maxBytes} bytes`)
      if (!isStream) {
        chunks.push(chunk)
        continue
      }
      const text = decoder.decode(chunk, { stream: true })
      rest += text
      // An image is one line of many chunks; to look through all of it at each would take long.
      if (!text.includes('\n')) continue
      const blocks = rest.split(BETWEEN_EVENTS)
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = readEvent(block)
        if (isLastEvent(event)) return whole({ ...answer, status, headers }, Buffer.from(block))
        const partial = Partial.safeParse(event)
        if (!partial.success) continue
        const { b64_json: encoded, partial_image_index: at } = partial.data
        onPartial?.(Buffer.from(encoded, 'base64'), (at + 1) / (partials + 1))
      }
    }
  } catch (error) {
    if (error instanceof OutboundError) throw error
    throw new OutboundError('unreachable', `${new URL(url).host} cut its answer off`, error)
  } finally {
    body.destroy()
  }
  return whole({ ...answer, status, headers }, isStream ? Buffer.from(rest) : Buffer.concat(chunks))
}

function whole(
  answer: Pick<OutboundResponse, 'status' | 'url' | 'headers'>,
  bytes: Buffer,
): OutboundResponse {
  return { ...answer, bytes, json: () => JSON.parse(bytes.toString('utf8')) as unknown }
}
