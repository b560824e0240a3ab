import sharp from 'sharp'
import {
  type Outbound,
  OutboundError,
  type OutboundResponse,
} from '#server/platform/outbound-http.ts'
import { t } from '#server/texts/index.ts'
import { checkImage, type Size } from '../remote/check-image.ts'
import { isCutTooFar, refuseFarAspect } from '../remote/proportions.ts'
import type { ServerAddress } from '../remote/server-address.ts'
import { troubleOfCall } from '../remote/remote-error.ts'
import { fetchFile } from '../remote/service/fetch-result.ts'
import { nearestAspect } from '../remote/service/fill-input.ts'
import { notAvailable, workFailed } from '../remote/service/service-error.ts'
import { unthrottled } from '../remote/service/unthrottled.ts'
import { EngineError, type ImageRequest } from '../spec/index.ts'
import type { OpenAiOptions } from './presets.ts'
import { type Drawn, readDrawn, refuse, type Usage } from './read-answer.ts'
import { readStreamed } from './stream-image.ts'
import { type Words, writeSettings } from './write-settings.ts'

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
  /** Shows what a server streams on its way to one image: an encoded file, and how far it is, 0 to 1. */
  onPartial?(file: Uint8Array, fraction: number): void
}

/** A file that a call has made. */
export interface MadeFile {
  data: Uint8Array
  revisedPrompt: string | null
  /** Asked by the service for it, millionths of a US dollar. */
  costMicros: number
}

/** The call never reached a server. */
const NOT_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error ? ((error as { code?: string }).code ?? codeOf(error.cause)) : undefined

/** An answer that may have been billed is not asked for again: the job fails, and its credits come back. */
function mayBeBilled(
  { name, options }: Server,
  detail: string,
  costMicros = options.costMicros,
): EngineError {
  return new EngineError('engine_failed', `${name} may have billed what is lost: ${detail}`, {
    retryable: false,
    userMessage: t('engines.serviceNoAnswer'),
    costMicros,
  })
}

/** No answer came, or not all of it. */
function lostAnswer(server: Server, error: unknown): EngineError {
  const detail = error instanceof OutboundError ? error.message : 'gave no answer'
  if (!server.options.bills || NOT_SENT.has(codeOf(error) ?? ''))
    return notAvailable(server.name, detail, { trouble: troubleOfCall(error) })
  return mayBeBilled(server, detail)
}

/** Makes a call that stays open until its image is drawn. @throws EngineError */
export async function send(
  server: Server,
  path: string,
  content: { type: string; body: string | Uint8Array; streams?: boolean },
  { signal, ending, onPartial }: ImageCall,
): Promise<OutboundResponse> {
  const { address, outbound } = server
  const url = `${address.url}${path}`
  const call = {
    method: 'POST' as const,
    headers: { ...address.headers, 'content-type': content.type },
    body: content.body,
    timeoutMs: DRAW_MS,
  }
  const limits = { maxBytes: MOST_BYTES, timeoutMs: DRAW_MS, signal }
  const sendOnce = async () => {
    const answering = content.streams
      ? readStreamed(outbound, url, call, {
          ...limits,
          onPartial,
          partials: server.options.previews,
        })
      : outbound.send(url, { ...call, ...limits })
    const answer = await answering.catch((error: unknown) => {
      signal.throwIfAborted()
      throw lostAnswer(server, error)
    })
    if (answer.status < 200 || answer.status > 299) refuse(server, answer)
    return answer
  }
  return unthrottled(sendOnce, { statuses: THROTTLED, signal: ending })
}

/** The cost of an image of a call that made so many. */
function costOf({ options }: Server, usage: Usage, images: number): number {
  const { tokenMicros, costMicros } = options
  if (tokenMicros === null || usage === null) return costMicros
  const { input_tokens_details: given, input_tokens, output_tokens } = usage
  const { text_tokens: text, image_tokens: image } = given ?? {
    text_tokens: input_tokens,
    image_tokens: 0,
  }
  const whole =
    text * tokenMicros.text + image * tokenMicros.image + output_tokens * tokenMicros.output
  return Math.round(whole / images)
}

/** The content of an answer; one that was billed and cannot be read is not asked for again. @throws EngineError */
function readAnswer(server: Server, answer: OutboundResponse): ReturnType<typeof readDrawn> {
  try {
    return readDrawn(server.name, answer)
  } catch (error) {
    if (!server.options.bills || !(error instanceof EngineError)) throw error
    throw mayBeBilled(server, error.message)
  }
}

/** The images of an answer, wherever they are, at least one. @throws EngineError */
export async function filesOf(
  server: Server,
  answer: OutboundResponse,
  signal: AbortSignal,
): Promise<MadeFile[]> {
  const { name, outbound } = server
  const { images, usage } = readAnswer(server, answer)
  const files: MadeFile[] = []
  const costMicros = costOf(server, usage, images.length)
  const limits = { service: name, maxBytes: MOST_BYTES, signal }
  for (const { at, revisedPrompt } of images) {
    const data = await fileAt(outbound, at, limits).catch((error: unknown) => {
      if (!server.options.bills || !(error instanceof EngineError)) throw error
      throw mayBeBilled(server, error.message, costMicros * images.length)
    })
    files.push({ data, revisedPrompt, costMicros })
  }
  return files
}

async function fileAt(
  outbound: Outbound,
  at: Drawn['at'],
  limits: Parameters<typeof fetchFile>[2],
): Promise<Uint8Array> {
  return 'base64' in at
    ? Buffer.from(at.base64, 'base64')
    : await fetchFile(outbound, at.url, limits)
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

/** A drawing in words and settings, as the server takes them. */
export const wordsOf = (
  { options }: Server,
  { prompt, ...settings }: Pick<ImageRequest, 'prompt' | 'seed'> & Partial<ImageRequest>,
  { index }: ImageCall,
): Words =>
  writeSettings(
    options,
    prompt,
    { ...settings, ...(settings.source && { strength: settings.source.strength }) },
    index,
  )

/** One image of a call: a PNG, or why it cannot be delivered, and what it was billed all the same. */
export type DrawnImage = MadeFile | { failure: unknown; costMicros: number }

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
  const { prompt, fields } = wordsOf(server, request, call)
  const streams = options.previews > 0 && count === 1
  const body = JSON.stringify({
    model: request.model,
    prompt,
    n: count,
    size,
    ...(isAlone && { background: 'transparent', output_format: 'png' }),
    ...(streams && { stream: true, partial_images: options.previews }),
    ...(options.responseFormat && { response_format: 'b64_json' }),
    ...fields,
  })
  const content = { type: 'application/json', body, streams }
  const answer = await send(server, '/images/generations', content, call)
  const files = await filesOf(server, answer, call.signal)
  return Promise.all(
    files.slice(0, count).map(async (file): Promise<DrawnImage> => {
      try {
        const data = await fitted(server, file.data, request)
        if (isAlone) await refuseOpaque(server, data)
        return { ...file, data }
      } catch (failure) {
        return { failure, costMicros: file.costMicros }
      }
    }),
  )
}

/** Some servers take the word and draw a background all the same. @throws EngineError */
async function refuseOpaque({ name }: Server, file: Uint8Array): Promise<void> {
  const { isOpaque } = await sharp(file).stats()
  if (isOpaque) throw workFailed(name, 'drew a background where none was asked for')
}
