import { z } from 'zod'
import type { OutboundResponse } from '#server/platform/outbound-http.ts'
import { conceal, type ServerAddress } from '../remote/server-address.ts'
import { judgeRefusal } from '../remote/service/judge-refusal.ts'
import { brokenService, readRetryAfter } from '../remote/service/service-error.ts'

const Image = z.object({ b64_json: z.string().nullish(), url: z.string().nullish() })
const Answer = z.object({ data: z.array(Image).min(1) })
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
  /** As FastAPI says what is wrong. */
  detail: z.unknown(),
})

/** Where an image of an answer is. */
type Drawn = { base64: string } | { url: string }

const MODERATION = /moderation|content_policy|safety|content_filter/i

function wordsOf(text: string): string {
  try {
    const { error, detail } = Failure.parse(JSON.parse(text))
    if (typeof error === 'string') return error
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

/** The data of server-sent events; those that are no JSON, as the end of the stream, are left out. */
function* eventsOf(text: string): Generator {
  for (const block of text.split(/\r?\n\r?\n/)) {
    const data = block
      .split(/\r?\n/)
      .flatMap((line) => (line.startsWith('data:') ? [line.slice('data:'.length).trim()] : []))
      .join('\n')
    try {
      yield JSON.parse(data)
    } catch {
      // `[DONE]`, a comment, or nothing.
    }
  }
}

const Completed = z.object({ type: z.string().regex(/\.completed$/) }).and(Image)

/** The images of an answer, at least one: in one piece, or as the last event of a stream. @throws EngineError */
export function readDrawn(service: string, { bytes, headers }: OutboundResponse): Drawn[] {
  const text = bytes.toString('utf8')
  const isStream = headers['content-type']?.startsWith('text/event-stream') ?? false
  const found = isStream ? [readStream(service, text)] : readWhole(service, text)
  return found.map((image) => placeOf(service, image))
}

function placeOf(service: string, found: z.output<typeof Image>): Drawn {
  if (found.b64_json != null && found.b64_json !== '') return { base64: found.b64_json }
  if (found.url != null && found.url !== '') return { url: found.url }
  throw brokenService(service, 'answered no image')
}

function readWhole(service: string, text: string): z.output<typeof Image>[] {
  try {
    return Answer.parse(JSON.parse(text)).data
  } catch {
    throw brokenService(service, `answered something else than images: ${text}`)
  }
}

function readStream(service: string, text: string): z.output<typeof Image> {
  for (const event of eventsOf(text)) {
    const failed = z.object({ error: z.object({ message: z.string() }) }).safeParse(event)
    if (failed.success) throw brokenService(service, failed.data.error.message)
    const done = Completed.safeParse(event)
    if (done.success) return done.data
  }
  throw brokenService(service, 'ended its stream without an image')
}
