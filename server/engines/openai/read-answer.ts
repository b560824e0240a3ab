import { z } from 'zod'
import type { OutboundResponse } from '#server/platform/outbound-http.ts'
import { isStorableText } from '#server/platform/storable-text.ts'
import { conceal, type ServerAddress } from '../remote/server-address.ts'
import { judgeRefusal } from '../remote/service/judge-refusal.ts'
import { brokenService, readRetryAfter } from '../remote/service/service-error.ts'

const Image = z.object({
  b64_json: z.string().nullish(),
  url: z.string().nullish(),
  revised_prompt: z.string().nullish().catch(null),
})
const tokens = z.number().nonnegative()
/** As OpenAI's SDK has it; left out or otherwise: nothing is known. */
const Usage = z
  .object({
    input_tokens: tokens,
    output_tokens: tokens,
    input_tokens_details: z.object({ image_tokens: tokens, text_tokens: tokens }).nullish(),
  })
  .nullish()
  .catch(null)
/** Tokens that a call has used; null: the server does not say. */
export type Usage = Exclude<z.output<typeof Usage>, undefined>
const Answer = z.object({ data: z.array(Image).min(1), usage: Usage })
const Failure = z.object({
  error: z
    .union([
      z.string(),
      z.object({
        message: z.string().nullish(),
        code: z.union([z.string(), z.number()]).nullish(),
        type: z.string().nullish(),
      }),
    ])
    .nullish(),
  /** Of a server whose `error` is a code. */
  message: z.string().nullish().catch(null),
  /** As FastAPI says what is wrong. */
  detail: z.unknown(),
})

/** An image of an answer. */
export interface Drawn {
  at: { base64: string } | { url: string }
  /** The words that it was drawn by, where the server rewrote them. */
  revisedPrompt: string | null
}

const MODERATION = /moderation|content_policy|safety|content_filter/i

function wordsOf(text: string): string {
  try {
    const { error, detail, message } = Failure.parse(JSON.parse(text))
    if (typeof error === 'string') return [error, message].filter((part) => part).join(': ')
    if (error) return [error.code, error.type, error.message].filter((part) => part).join(': ')
    return detail === undefined ? text : JSON.stringify(detail)
  } catch {
    return text
  }
}

/** What a refusal means. @throws EngineError */
export function refuse(
  { name, address }: { name: string; address: ServerAddress },
  { status, bytes, headers }: OutboundResponse,
): never {
  throw judgeRefusal(
    name,
    {
      status,
      text: conceal(wordsOf(bytes.toString('utf8')), address),
      retryAfterMs: readRetryAfter(headers['retry-after']),
    },
    (text) => status < 500 && MODERATION.test(text),
  )
}

/** The data of a block of server-sent events; undefined for what is no JSON, as the end of the stream. */
export function readEvent(block: string): unknown {
  const data = block
    .split(/\r?\n/)
    .flatMap((line) => (line.startsWith('data:') ? [line.slice('data:'.length).trim()] : []))
    .join('\n')
  try {
    return JSON.parse(data) as unknown
  } catch {
    return undefined
  }
}

/** Ends a block. */
export const BETWEEN_EVENTS = /\r?\n\r?\n/

const Completed = z.object({ type: z.string().regex(/\.completed$/), usage: Usage }).and(Image)

/** Whether it is the last event of an image, or says that there will be none. */
export const isLastEvent = (event: unknown): boolean =>
  StreamFailure.safeParse(event).success || Completed.safeParse(event).success

const StreamFailure = z.object({ error: z.object({ message: z.string() }) })

/** The images of an answer, at least one: in one piece, or as the last event of a stream. @throws {EngineError} */
export function readDrawn(
  service: string,
  { bytes, headers }: Pick<OutboundResponse, 'bytes' | 'headers'>,
): { images: Drawn[]; usage: Usage } {
  const text = bytes.toString('utf8')
  const isStream = isEventStream(headers)
  const { data, usage } = isStream ? readStream(service, text) : readWhole(service, text)
  return { images: data.map((image) => drawnOf(service, image)), usage: usage ?? null }
}

export const isEventStream = (headers: OutboundResponse['headers']): boolean =>
  headers['content-type']?.startsWith('text/event-stream') ?? false

function drawnOf(service: string, found: z.output<typeof Image>): Drawn {
  const revisedPrompt = wordsToKeep(found.revised_prompt)
  if (found.b64_json != null && found.b64_json !== '')
    return { at: { base64: found.b64_json }, revisedPrompt }
  if (found.url != null && found.url !== '') return { at: { url: found.url }, revisedPrompt }
  throw brokenService(service, 'answered no image')
}

/** Longer than any prompt that is taken here. */
const MOST_WORDS = 4000

function wordsToKeep(words: string | null | undefined): string | null {
  const clipped = words?.trim().slice(0, MOST_WORDS) ?? ''
  return clipped !== '' && isStorableText(clipped) ? clipped : null
}

function readWhole(service: string, text: string): z.output<typeof Answer> {
  try {
    return Answer.parse(JSON.parse(text))
  } catch {
    throw brokenService(service, `answered something else than images: ${text}`)
  }
}

function readStream(service: string, text: string): z.output<typeof Answer> {
  for (const block of text.split(BETWEEN_EVENTS)) {
    const event = readEvent(block)
    const failed = StreamFailure.safeParse(event)
    if (failed.success) throw brokenService(service, failed.data.error.message)
    const done = Completed.safeParse(event)
    if (done.success) return { data: [done.data], usage: done.data.usage }
  }
  throw brokenService(service, 'ended its stream without an image')
}
