import type {
  CompletedQueueStatus,
  InProgressQueueStatus,
  InQueueQueueStatus,
  WebHookResponse,
} from '@fal-ai/client'
import { createHash, createPrivateKey, createPublicKey, randomUUID, sign } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { listenOnLoopback, readBody, sendJson, urlOf } from './json-server.ts'
import { TRAINED_FILE } from './trained-file.ts'
import fluxFill from './published/fal-flux-fill.json' with { type: 'json' }
import klingImage from './published/fal-kling-image.json' with { type: 'json' }
import klingText from './published/fal-kling-text.json' with { type: 'json' }
import seedream from './published/fal-seedream.json' with { type: 'json' }
import {
  drawFile,
  drawFilm,
  isFileFault,
  type ServiceDouble,
  type ServiceFault,
} from './service-files.ts'

/** Of the test vector: the seed 1, 2, ... 32. */
const SEED = Buffer.from(Array.from({ length: 32 }, (_, i) => i + 1))
const PKCS8_OF_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex')
const KEY = createPrivateKey({
  key: Buffer.concat([PKCS8_OF_ED25519, SEED]),
  format: 'der',
  type: 'pkcs8',
})

/** The headers of fal's webhooks. */
export function signAsFal(body: string, timestamp: number, requestId: string, userId = 'user_1') {
  const digest = createHash('sha256').update(body).digest('hex')
  const text = [requestId, userId, String(timestamp), digest].join('\n')
  return {
    'x-fal-webhook-request-id': requestId,
    'x-fal-webhook-user-id': userId,
    'x-fal-webhook-timestamp': String(timestamp),
    'x-fal-webhook-signature': sign(null, Buffer.from(text), KEY).toString('hex'),
  }
}

export const FAL_PUBLIC_KEY = createPublicKey(KEY).export({ format: 'jwk' })

interface Request {
  id: string
  endpoint: string
  input: Record<string, unknown>
  fault: ServiceFault | null
  since: number
  webhook: string | null
  cancelled: boolean
  looks: number
}

/** What fal publishes of a model. */
type Published = typeof seedream

/** Models that no catalogue of the program names: one that draws, one that draws over parts of an image, and two of videos. */
export const FAL_MODEL = seedream.model.endpoint_id
export const FAL_FILL = fluxFill.model.endpoint_id
export const FAL_VIDEO = klingText.model.endpoint_id
export const FAL_VIDEO_OF_IMAGE = klingImage.model.endpoint_id

/** As fal documents them; what of their schemas differs is of no interest to tests. */
const ALL = [seedream, fluxFill, klingText, klingImage] as unknown as Published[]

export interface FalDouble extends ServiceDouble {
  /** By endpoint; what is deleted has ended. */
  published: Map<string, Published>
}

const OPENAPI = '/api/openapi/queue/openapi.json'
export const FAL_KEY = 'key-id:key-secret'

/** fal's queue, storage, files and keys on one port. */
export async function startFalDouble(): Promise<FalDouble> {
  const requests = new Map<string, Request>()
  const double: FalDouble = {
    url: '',
    published: new Map(ALL.map((one) => [one.model.endpoint_id, structuredClone(one)])),
    begun: [],
    cancelled: [],
    calls: [],
    uploads: [],
    faults: [],
    ahead: null,
    says: 'a fox',
    drawMs: 0,
    callWebhook,
    close: async () => undefined,
  }

  function submit(
    endpoint: string,
    webhook: string | null,
    body: string,
    response: ServerResponse,
  ) {
    const fault = double.faults.shift() ?? null
    switch (fault) {
      case 'connection lost':
        return void response.destroy()
      case 'refused':
        return sendJson(response, 422, {
          detail: [{ loc: ['body', 'prompt'], msg: 'wrong', type: 'value_error' }],
        })
      case 'content refused at once':
        return sendJson(response, 422, {
          detail: [{ loc: ['body', 'prompt'], msg: 'no', type: 'content_policy_violation' }],
        })
      case 'no credit':
        return sendJson(response, 403, { detail: 'User is locked. Reason: Exhausted balance.' })
      case 'wrong key':
        return sendJson(response, 401, { detail: 'No user found for Key ID and Secret' })
      case 'server error':
        return sendJson(response, 500, { detail: 'broken', error_type: 'internal_error' })
      case 'throttled':
      case 'throttled once':
        response.setHeader('retry-after', '0')
        if (fault === 'throttled') double.faults.unshift('throttled')
        return sendJson(response, 429, { detail: 'busy', error_type: 'concurrent_requests_limit' })
    }
    const id = randomUUID()
    const input = JSON.parse(body) as Record<string, unknown>
    requests.set(id, {
      id,
      endpoint,
      input,
      fault,
      webhook,
      since: Date.now(),
      cancelled: false,
      looks: 0,
    })
    double.begun.push({ id, endpoint, input })
    if (fault === 'answer lost') return void response.destroy()
    sendJson(response, 200, {
      status: 'IN_QUEUE',
      queue_position: 0,
      ...urlsOf(id, endpoint),
    } satisfies InQueueQueueStatus)
  }

  function urlsOf(id: string, endpoint: string) {
    const url = `https://queue.fal.run/${appOf(endpoint)}/requests/${id}`
    return {
      request_id: id,
      response_url: url,
      status_url: `${url}/status`,
      cancel_url: `${url}/cancel`,
    }
  }

  function status(request: Request, response: ServerResponse) {
    request.looks += 1
    if (request.fault === 'gone for ever') return sendJson(response, 404, { status: 'NOT_FOUND' })
    if (request.fault === 'garbage') {
      response.setHeader('content-type', 'text/html')
      return void response.end('<html>')
    }
    if (request.fault === 'away for a while' && request.looks < 3)
      return sendJson(response, 503, { detail: 'later' })
    const urls = urlsOf(request.id, request.endpoint)
    if (!isOver(request) && double.ahead !== null) {
      return sendJson(response, 200, {
        status: 'IN_QUEUE',
        queue_position: double.ahead,
        ...urls,
      } satisfies InQueueQueueStatus)
    }
    if (!isOver(request)) {
      return sendJson(response, 200, {
        status: 'IN_PROGRESS',
        logs: [],
        ...urls,
      } satisfies InProgressQueueStatus)
    }
    const done: CompletedQueueStatus = {
      status: 'COMPLETED',
      logs: [],
      metrics: { inference_time: 2 },
      ...urls,
    }
    sendJson(response, 200, { ...done, ...failureOf(request) })
  }

  const isOver = (request: Request) =>
    request.cancelled || Date.now() - request.since >= double.drawMs

  const failureOf = ({ cancelled, fault }: Request) =>
    cancelled
      ? { error: 'cancelled', error_type: 'client_cancelled' }
      : fault === 'fails'
        ? { error: 'broken', error_type: 'internal_error' }
        : {}

  function outputOf({ id, fault, input, endpoint }: Request) {
    if (endpoint === 'fal-ai/any-llm') return { output: double.says, partial: false }
    if (endpoint.endsWith('caption')) return { results: double.says }
    if (endpoint.endsWith('training')) {
      const made =
        fault === 'result elsewhere' ? 'http://127.0.0.1:1/x' : `${double.url}/files/${id}`
      return {
        diffusers_lora_file: {
          url: `${made}.safetensors`,
          content_type: 'application/octet-stream',
        },
        config_file: { url: `${made}.json`, content_type: 'application/json' },
      }
    }
    const url =
      fault === 'result elsewhere' ? 'http://127.0.0.1:1/x.png' : `${double.url}/files/${id}.png`
    if (endpoint.endsWith('-to-video')) return { video: { url, content_type: 'video/mp4' } }
    if (endpoint === FAL_FILL) return { images: [{ url, content_type: 'image/png' }] }
    const drawn = { url, content_type: 'image/png', ...sizeOf(input) }
    return 'image_size' in input
      ? { images: [drawn], seed: input['seed'], has_nsfw_concepts: [fault === 'content refused'] }
      : { image: drawn, has_nsfw_concepts: [fault === 'content refused'] }
  }

  function result(request: Request, response: ServerResponse) {
    if (!isOver(request)) return sendJson(response, 400, { detail: 'Request is still in progress' })
    if (request.cancelled || request.fault === 'fails')
      return sendJson(response, 500, { detail: 'broken', error_type: 'internal_error' })
    sendJson(response, 200, outputOf(request))
  }

  function cancel(request: Request, response: ServerResponse) {
    if (isOver(request)) return sendJson(response, 400, { status: 'ALREADY_COMPLETED' })
    request.cancelled = true
    double.cancelled.push(request.id)
    sendJson(response, 202, { status: 'CANCELLATION_REQUESTED' })
  }

  async function callWebhook(id: string, how?: 'forged' | 'old'): Promise<number> {
    const request = requests.get(id)
    if (!request?.webhook) throw new Error(`No webhook for ${id}`)
    const message = {
      request_id: id,
      status: 'OK',
      payload: outputOf(request),
    } as WebHookResponse
    const body = JSON.stringify({ ...message, gateway_request_id: id })
    const timestamp = Math.floor(Date.now() / 1000) - (how === 'old' ? 600 : 0)
    const headers = signAsFal(how === 'forged' ? `${body} ` : body, timestamp, id)
    const heard = await fetch(request.webhook, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    })
    return heard.status
  }

  async function file(id: string, response: ServerResponse) {
    const request = requests.get(id)
    if (!request || request.fault === 'result gone') return sendJson(response, 404, {})
    const fault = isFileFault(request.fault) ? request.fault : null
    if (request.endpoint.endsWith('-to-video')) {
      response.setHeader('content-type', 'video/mp4')
      return void response.end(fault ? '<html>' : await drawFilm())
    }
    response.setHeader('content-type', 'image/png')
    response.end(await drawFile(Number(request.input['seed'] ?? 0), sizeOf(request.input), fault))
  }

  /** The pages on which models stand; null: none of them. */
  function publishedAt({ pathname, searchParams }: URL): object | null {
    const model = double.published.get(searchParams.get('endpoint_id') ?? '')
    if (pathname === '/v1/models')
      return { models: model ? [model.model] : [], next_cursor: null, has_more: false }
    return pathname === '/v1/models/pricing' ? { prices: model ? [model.price] : [] } : null
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = urlOf(request)
    double.calls.push(`${request.method} ${url.pathname}`)
    const body = await readBody(request)
    if (url.pathname.endsWith('.safetensors')) {
      const made = requests.get(url.pathname.slice('/files/'.length, -'.safetensors'.length))
      if (!made || made.fault === 'result gone') return sendJson(response, 404, {})
      return void response.end(made.fault === 'garbage result' ? '<html>' : TRAINED_FILE)
    }
    if (url.pathname.startsWith('/files/')) return file(url.pathname.slice(7, -4), response)
    if (url.pathname === '/.well-known/jwks.json')
      return sendJson(response, 200, { keys: [{ ...FAL_PUBLIC_KEY, kid: 'one' }] })
    if (url.pathname.startsWith('/upload/')) {
      if (request.headers.authorization !== undefined) return sendJson(response, 400, {})
      double.uploads.push(body)
      return sendJson(response, 200, {})
    }
    if (url.pathname === OPENAPI) {
      const { openapi } = double.published.get(url.searchParams.get('endpoint_id') ?? '') ?? {}
      // A page for everybody: whoever shows the key there gives it away.
      if (request.headers.authorization !== undefined) return sendJson(response, 400, {})
      return sendJson(response, openapi ? 200 : 404, openapi ?? {})
    }
    if (request.headers.authorization !== `Key ${FAL_KEY}`)
      return sendJson(response, 401, { detail: 'Authentication is required' })
    const about = publishedAt(url)
    if (about) return sendJson(response, 200, about)
    if (url.pathname === '/storage/upload/initiate') {
      const name = randomUUID()
      return sendJson(response, 200, {
        upload_url: `${double.url}/upload/${name}`,
        file_url: `${double.url}/uploaded/${name}`,
      })
    }
    const [path = '', rest] = url.pathname.slice(1).split('/requests/')
    if (rest === undefined && request.method === 'POST')
      return submit(path, url.searchParams.get('fal_webhook'), body.toString('utf8'), response)
    const [id = '', action] = (rest ?? '').split('/')
    const found = requests.get(id)
    // The part of an endpoint after its second name is left out of these addresses.
    if (!found || path !== appOf(found.endpoint))
      return sendJson(response, 404, { status: 'NOT_FOUND' })
    if (action === 'status') return status(found, response)
    if (action === 'cancel') return cancel(found, response)
    return result(found, response)
  }

  const { url, close } = await listenOnLoopback(answer)
  return Object.assign(double, { url, close })
}

const appOf = (endpoint: string) => endpoint.split('/').slice(0, 2).join('/')

function sizeOf(input: Record<string, unknown>): { width: number; height: number } {
  const { width = 64, height = 64 } = (input['image_size'] ?? {}) as {
    width?: number
    height?: number
  }
  return { width, height }
}
