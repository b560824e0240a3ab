import sharp from 'sharp'
import {
  type Outbound,
  OutboundError,
  type OutboundResponse,
} from '#server/platform/outbound-http.ts'
import { checkImage, type Size } from '../remote/check-image.ts'
import { isCutTooFar, refuseFarAspect } from '../remote/proportions.ts'
import type { ServerAddress } from '../remote/server-address.ts'
import { fetchFile } from '../remote/service/fetch-result.ts'
import { nearestAspect } from '../remote/service/fill-input.ts'
import { notAvailable, workFailed } from '../remote/service/service-error.ts'
import { unthrottled } from '../remote/service/unthrottled.ts'
import { seedOf } from '../remote/request-sizes.ts'
import { EngineError, type ImageRequest } from '../spec/index.ts'
import type { OpenAiOptions } from './presets.ts'
import { readDrawn, refuse } from './read-answer.ts'

export interface Server {
  name: string
  address: ServerAddress
  outbound: Outbound
  options: OpenAiOptions
}

/** The domain ends a job that takes too long; this only keeps a dead connection from being waited for for ever. */
const DRAW_MS = 30 * 60_000
const MOST_BYTES = 128 * 1024 ** 2
/** Nothing was begun: there is no room now. */
const THROTTLED = [429, 503]
/** The call of one image. */
export interface ImageCall {
  index: number
  /** Gives up a call that was sent. */
  signal: AbortSignal
  /** Ends the waiting for room there. */
  ending: AbortSignal
}

/** The call never reached a server. */
const NOT_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error ? ((error as { code?: string }).code ?? codeOf(error.cause)) : undefined

/**
 * No answer came. Where the call may have been billed it is not made again: the job fails, and its credits come back.
 * @throws EngineError
 */
function lostAnswer({ name, options }: Server, error: unknown): EngineError {
  const detail = error instanceof OutboundError ? error.message : 'gave no answer'
  if (!options.bills || NOT_SENT.has(codeOf(error) ?? '')) return notAvailable(name, detail)
  return new EngineError('engine_failed', `${name} may have billed what is lost: ${detail}`, {
    retryable: false,
    userMessage: 'The service that makes this gave no answer. Nothing was charged.',
    costMicros: options.costMicros,
  })
}

/** Makes a call that stays open until its image is drawn. @throws EngineError */
export async function send(
  server: Server,
  path: string,
  content: { type: string; body: string | Uint8Array },
  { signal, ending }: ImageCall,
): Promise<OutboundResponse> {
  const { address, outbound } = server
  const sendOnce = async () => {
    const answer = await outbound
      .send(`${address.url}${path}`, {
        method: 'POST',
        headers: { ...address.headers, 'content-type': content.type },
        body: content.body,
        timeoutMs: DRAW_MS,
        maxBytes: MOST_BYTES,
        signal,
      })
      .catch((error: unknown) => {
        signal.throwIfAborted()
        throw lostAnswer(server, error)
      })
    if (answer.status < 200 || answer.status > 299) refuse(server, answer)
    return answer
  }
  return unthrottled(sendOnce, { statuses: THROTTLED, signal: ending })
}

/** The images of an answer, wherever they are. @throws EngineError */
async function filesOf(
  { name, outbound }: Server,
  answer: OutboundResponse,
  signal: AbortSignal,
): Promise<Uint8Array[]> {
  const files: Uint8Array[] = []
  for (const drawn of readDrawn(name, answer)) {
    files.push(
      'base64' in drawn
        ? Buffer.from(drawn.base64, 'base64')
        : await fetchFile(outbound, drawn.url, { service: name, maxBytes: MOST_BYTES, signal }),
    )
  }
  return files
}

/** The image of an answer that has one. @throws EngineError */
export async function fileOf(
  server: Server,
  answer: OutboundResponse,
  signal: AbortSignal,
): Promise<Uint8Array> {
  return (await filesOf(server, answer, signal))[0]!
}

/** The size that the server is asked for: one of its own, the nearest in proportions, or the very one. */
export function askedSize({ options }: Server, size: Size): string {
  if (!options.sizes) return `${size.width}x${size.height}`
  return nearestAspect(options.sizes, size)!
}

/** Brings what a server with sizes of its own drew to the size that was asked for. */
async function fitted(
  { name, options }: Server,
  file: Uint8Array,
  size: Size,
): Promise<Uint8Array> {
  const checked = await checkImage(file, options.sizes ? null : size)
  if (!options.sizes) return checked
  const { width, height } = await sharp(checked).metadata()
  if (isCutTooFar({ width, height }, size))
    throw workFailed(name, `drew ${width} x ${height}, not ${size.width} x ${size.height}`)
  return sharp(checked)
    .resize(size.width, size.height, { fit: 'cover', kernel: 'lanczos3' })
    .png({ compressionLevel: 6 })
    .toBuffer()
}

/** What a server is told of a drawing that takes more than words. */
export const settingsOf = (
  { options }: Server,
  request: ImageRequest,
  { index }: ImageCall,
): Record<string, string | number> =>
  options.settings
    ? {
        seed: seedOf(request.seed, index),
        num_inference_steps: request.steps,
        guidance_scale: request.guidanceScale,
        ...(request.negativePrompt !== '' && { negative_prompt: request.negativePrompt }),
      }
    : {}

/** One image of a call: a PNG, or why it cannot be delivered. */
export type DrawnImage = { data: Uint8Array } | { failure: unknown }

/**
 * Draws images of a request, all in one call.
 * @param count how many are asked for
 * @returns at least one and at most as many: some servers know nothing of several and draw one
 * @throws EngineError for all of them
 */
export async function drawImages(
  server: Server,
  request: ImageRequest,
  call: ImageCall,
  count: number,
): Promise<DrawnImage[]> {
  const { options } = server
  const isAlone = request.finish !== undefined
  const size = askedSize(server, request)
  refuseFarAspect(server.name, size, request)
  const body = JSON.stringify({
    model: request.model,
    prompt: request.prompt,
    n: count,
    size,
    ...(isAlone && { background: 'transparent', output_format: 'png' }),
    ...(options.responseFormat && { response_format: 'b64_json' }),
    ...settingsOf(server, request, call),
  })
  const content = { type: 'application/json', body }
  const answer = await send(server, '/images/generations', content, call)
  const files = await filesOf(server, answer, call.signal)
  return Promise.all(
    files.slice(0, count).map(async (file): Promise<DrawnImage> => {
      try {
        const data = await fitted(server, file, request)
        if (isAlone) await refuseOpaque(server, data)
        return { data }
      } catch (failure) {
        return { failure }
      }
    }),
  )
}

/** Some servers take the word and draw a background all the same. @throws EngineError */
async function refuseOpaque({ name }: Server, file: Uint8Array): Promise<void> {
  const { isOpaque } = await sharp(file).stats()
  if (isOpaque) throw workFailed(name, 'drew a background where none was asked for')
}
