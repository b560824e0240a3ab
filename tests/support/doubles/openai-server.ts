/** A server as OpenAI's SDK knows one: its answers have the SDK's types. */
import { text } from 'node:stream/consumers'
import type {
  ImageEditCompletedEvent,
  ImageGenPartialImageEvent,
  ImagesResponse,
} from 'openai/resources/images'
import type { Model } from 'openai/resources/models'
import sharp from 'sharp'
import type { Failure } from '../failure-matrix.ts'
import { makePng } from '../pictures.ts'
import { listenOnLoopback, sendJson, urlOf } from './json-server.ts'

export const OPENAI_MODEL = 'qwen-image'

type OpenAiFault = Failure | 'moderation' | 'fastapi' | 'unauthorised' | 'no models' | 'no file'
export type AnswerStyle = 'base64' | 'url' | 'stream'

export interface OpenAiDouble {
  url: string
  calls: { path: string; body: string; type: string }[]
  fault: OpenAiFault | null
  /** Whether the fault is over after one call. */
  isShort: boolean
  style: AnswerStyle
  /** Of what it draws, whatever is asked for; null: as is asked. */
  size: { width: number; height: number } | null
  /** Whether it draws things alone where it is asked to. */
  drawsAlone: boolean
  /** Images that it draws in one call. */
  mostInOne: number
  /** Tokens that it says a call has used. */
  usage: ImagesResponse.Usage | null
  /** The words that it draws by instead of those it is given. */
  revisedPrompt: string | null
  /** Ends a stream before its image is there. */
  cutsStreams: boolean
  /** Awaited before it answers, after the images on the way. */
  held: Promise<void>
  close(): Promise<void>
}

const ERRORS: Partial<Record<OpenAiFault, [status: number, body: unknown]>> = {
  refused: [
    400,
    { error: { type: 'invalid_request_error', code: 'invalid_value', message: 'no' } },
  ],
  moderation: [
    400,
    { error: { type: 'image_generation_user_error', code: 'moderation_blocked', message: 'no' } },
  ],
  fastapi: [422, { detail: [{ loc: ['body', 'size'], msg: 'no', type: 'value_error' }] }],
  unauthorised: [
    401,
    { error: { code: 'invalid_api_key', message: 'Incorrect API key provided' } },
  ],
  'server error': [500, { error: { type: 'server_error', message: 'oh no' } }],
  throttled: [429, { error: { code: 'rate_limit_exceeded', message: 'slow down' } }],
  garbage: [200, 'no json'],
}

async function pngFor(
  { size, fault }: OpenAiDouble,
  wanted: { width: number; height: number },
): Promise<Buffer> {
  const { width, height } = size ?? wanted
  if (fault === 'black')
    return sharp({ create: { width, height, channels: 3, background: '#000' } })
      .png()
      .toBuffer()
  const whole = await makePng(fault === 'wrong size' ? width * 2 : width, height)
  return fault === 'half an image' ? whole.subarray(0, whole.length / 2) : whole
}

/** A red thing with nothing behind it. */
const alone = ({ width, height }: { width: number; height: number }): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite([
      {
        input: { create: { width: 8, height: 8, channels: 4, background: '#d4342b' } },
        gravity: 'centre',
      },
    ])
    .png()
    .toBuffer()

export async function startOpenAiDouble(): Promise<OpenAiDouble> {
  const server = await listenOnLoopback(async (request, response) => {
    const { pathname } = urlOf(request)
    if (pathname === '/v1/models') {
      if (double.fault === 'no models') return sendJson(response, 200, { data: 'none' })
      const model: Model = { id: OPENAI_MODEL, object: 'model', created: 0, owned_by: 'test' }
      return sendJson(response, 200, { object: 'list', data: [model] })
    }
    if (pathname === '/made.png') {
      if (double.fault === 'no file') return sendJson(response, 404, {})
      response.writeHead(200, { 'content-type': 'image/png' })
      return void response.end(await pngFor(double, { width: 64, height: 64 }))
    }
    const body = await text(request)
    double.calls.push({ path: pathname, body, type: request.headers['content-type'] ?? '' })
    if (double.fault === 'connection lost') return void response.destroy()
    const error = double.fault && ERRORS[double.fault]
    if (double.isShort) double.fault = null
    if (error) {
      response.setHeader('retry-after', '0')
      return sendJson(response, ...error)
    }
    const [, width = 64, height = 64] = (/"size":"(\d+)x(\d+)"/.exec(body) ?? []).map(Number)
    const wanted = { width, height }
    const png =
      body.includes('"background":"transparent"') && double.drawsAlone ? await alone(wanted) : null
    const encoded = (png ?? (await pngFor(double, wanted))).toString('base64')
    const usage = double.usage && { usage: double.usage }
    if (double.style === 'stream') {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const write = (event: { type: string }) =>
        response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
      const partials = Number(/"partial_images":(\d)/.exec(body)?.[1] ?? 0)
      for (let at = 0; at < partials; at++) {
        const partial: Pick<
          ImageGenPartialImageEvent,
          'type' | 'b64_json' | 'partial_image_index'
        > = {
          type: 'image_generation.partial_image',
          b64_json: encoded,
          partial_image_index: at,
        }
        write(partial)
      }
      await double.held
      if (double.cutsStreams) return void response.end()
      const event: Pick<ImageEditCompletedEvent, 'type' | 'b64_json'> = {
        type: 'image_edit.completed',
        b64_json: encoded,
      }
      write({ ...event, ...usage })
      return void response.end('data: [DONE]\n\n')
    }
    await double.held
    const image = {
      ...(double.style === 'url' ? { url: `${double.url}/made.png` } : { b64_json: encoded }),
      ...(double.revisedPrompt !== null && { revised_prompt: double.revisedPrompt }),
    }
    const count = Math.min(double.mostInOne, Number(/"n":(\d+)/.exec(body)?.[1] ?? 1))
    const answer: ImagesResponse = {
      created: 0,
      data: Array.from({ length: count }, () => image),
      ...usage,
    }
    return sendJson(response, 200, answer)
  })
  const double: OpenAiDouble = {
    url: server.url,
    calls: [],
    fault: null,
    isShort: false,
    style: 'base64',
    size: null,
    drawsAlone: true,
    mostInOne: 10,
    usage: null,
    revisedPrompt: null,
    cutsStreams: false,
    held: Promise.resolve(),
    close: () => server.close(),
  }
  return double
}
