import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OpenAiEdit, OpenAiImages } from '#contract/openai-images.ts'
import { type OpenAiEvent, presentError, qualityOf } from '#server/domains/openai-images/index.ts'
import { logError, referenceOf, toAppError } from './error-handler.ts'

/** No tokens are counted here; clients expect the fields. */
const NO_TOKENS = {
  total_tokens: 0,
  input_tokens: 0,
  output_tokens: 0,
  input_tokens_details: { text_tokens: 0, image_tokens: 0 },
}

interface StreamParts {
  events: AsyncGenerator<OpenAiEvent, void>
  asked: OpenAiEdit
  of: 'image_generation' | 'image_edit'
}

const line = (event: string, data: object): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

function describe(asked: OpenAiEdit, size: string) {
  return {
    created_at: Math.floor(Date.now() / 1000),
    size,
    quality: qualityOf(asked.quality),
    background: asked.background === 'transparent' ? 'transparent' : 'opaque',
    output_format: asked.output_format ?? 'png',
  }
}

function* completed(images: OpenAiImages, { asked, of }: StreamParts): Generator<string> {
  for (const image of images.data) {
    const type = `${of}.completed`
    yield line(type, { type, ...image, ...describe(asked, images.size), usage: NO_TOKENS })
  }
}

async function* write(parts: StreamParts, request: FastifyRequest): AsyncGenerator<string> {
  const { events, asked, of } = parts
  let partial = 0
  try {
    for await (const event of events) {
      if ('images' in event) yield* completed(event.images, parts)
      else if (partial < (asked.partial_images ?? 0)) {
        const type = `${of}.partial_image`
        const { width, height } = event.job.parameters as { width?: number; height?: number }
        yield line(type, {
          type,
          b64_json: event.partial,
          partial_image_index: partial,
          ...describe(asked, `${width ?? 0}x${height ?? 0}`),
        })
        partial += 1
      }
    }
  } catch (error) {
    const known = toAppError(error)
    logError(request, known)
    // The status is sent already; clients look for this.
    yield line('error', presentError(known, referenceOf(request)))
  }
}

/** Sends what happens to an order as server-sent events, as OpenAI names them. */
export function sendImageStream(reply: FastifyReply, parts: StreamParts): FastifyReply {
  const pieces = write(parts, reply.request)
  return reply
    .header('Cache-Control', 'no-store, no-transform')
    .header('X-Accel-Buffering', 'no')
    .type('text/event-stream; charset=utf-8')
    .send(Readable.from(pieces, { objectMode: false }))
}
