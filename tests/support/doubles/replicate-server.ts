import { createHmac, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Prediction } from 'replicate'
import { listenOnLoopback, readBody, sendJson, urlOf } from './json-server.ts'
import { createTrainingsDouble, type TrainingsDouble } from './replicate-trainings.ts'
import retouch from './published/replicate-retouch.json' with { type: 'json' }
import watercolour from './published/replicate-watercolour.json' with { type: 'json' }
import waves from './published/replicate-waves.json' with { type: 'json' }
import {
  drawFile,
  drawFilm,
  isFileFault,
  type ServiceDouble,
  type ServiceFault,
} from './service-files.ts'

export const REPLICATE_TOKEN = 'r8_token'
/** Of the test vector. */
const SECRET = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY='

/** The headers of Replicate's webhooks. */
export function signAsReplicate(body: string, timestamp: number, id: string, secret = SECRET) {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  }
}

export interface ReplicateDouble extends ServiceDouble {
  trainings: TrainingsDouble
  /** By `owner/name`; what is deleted has ended. */
  published: Map<string, typeof watercolour>
}

const nameOf = ({ owner, name }: { owner: string; name: string }) => `${owner}/${name}`

/** Models that no catalogue of the program names: one that draws, one that draws over parts of an image too, one of videos. */
export const REPLICATE_MODEL = nameOf(watercolour)
export const REPLICATE_RETOUCH = nameOf(retouch)
export const REPLICATE_VIDEO = nameOf(waves)

const ALL = [watercolour, retouch, waves] as unknown as (typeof watercolour)[]

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

const VERSION = '/v1'

/** Replicate's predictions, files and keys on one port. */
export async function startReplicateDouble(): Promise<ReplicateDouble> {
  const requests = new Map<string, Request>()
  const trainings = createTrainingsDouble({ double: () => double, refuse })
  const double: ReplicateDouble = {
    url: '',
    trainings,
    published: new Map(ALL.map((one) => [nameOf(one), structuredClone(one)])),
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

  /** Whether a fault keeps a request from being begun. */
  function refuse(fault: ServiceFault | null, response: ServerResponse): boolean {
    refusal(fault, response)
    return response.writableEnded || response.destroyed
  }

  function refusal(fault: ServiceFault | null, response: ServerResponse) {
    switch (fault) {
      case 'connection lost':
        return void response.destroy()
      case 'refused':
        return sendJson(response, 422, { title: 'Input validation failed', detail: 'wrong' })
      case 'content refused at once':
        return sendJson(response, 422, { title: 'Refused', detail: 'NSFW content detected' })
      case 'no credit':
        return sendJson(response, 402, { title: 'Insufficient credit', detail: 'Pay first.' })
      case 'wrong key':
        return sendJson(response, 401, { title: 'Unauthenticated', detail: 'Invalid token' })
      case 'server error':
        return sendJson(response, 500, { title: 'Broken', detail: 'broken' })
      case 'throttled':
      case 'throttled once':
        response.setHeader('retry-after', '0')
        if (fault === 'throttled') double.faults.unshift('throttled')
        return sendJson(response, 429, { detail: 'Request was throttled.' })
    }
  }

  function create(
    endpoint: string,
    { input, webhook }: { input: Record<string, unknown>; webhook?: string },
    response: ServerResponse,
  ) {
    const fault = double.faults.shift() ?? null
    if (refuse(fault, response)) return
    const id = randomUUID()
    const request: Request = {
      id,
      endpoint,
      input,
      fault,
      webhook: webhook ?? null,
      since: Date.now(),
      cancelled: false,
      looks: 0,
    }
    requests.set(id, request)
    double.begun.push({ id, endpoint, input })
    if (fault === 'answer lost') response.destroy()
    else sendJson(response, 201, present(request))
  }

  function present(request: Request): Prediction {
    const { id, endpoint, input, fault, since } = request
    const isOver = isEnded(request)
    const failed = fault === 'fails' || fault === 'content refused'
    const status = request.cancelled
      ? 'canceled'
      : !isOver
        ? 'processing'
        : failed
          ? 'failed'
          : 'succeeded'
    const url =
      fault === 'result elsewhere' ? 'http://127.0.0.1:1/x.png' : `${double.url}/files/${id}.png`
    const [model = '', version] = endpoint.split(':')
    return {
      id,
      model,
      version: version ?? 'hidden',
      status,
      input,
      source: 'api',
      data_removed: false,
      created_at: new Date(since).toISOString(),
      urls: { get: `${double.url}/v1/predictions/${id}`, cancel: `${double.url}/v1/x` },
      output: status === 'succeeded' ? outputOf(request, url) : null,
      error:
        status !== 'failed'
          ? null
          : fault === 'content refused'
            ? 'NSFW content detected. Try running it again, or try a different prompt.'
            : 'CUDA error',
      ...(status === 'succeeded' && { metrics: { predict_time: 2, total_time: 3 } }),
    }
  }

  /** Models that write hand out their words in pieces. */
  const outputOf = ({ input }: Request, url: string) =>
    'max_tokens' in input || 'max_completion_tokens' in input
      ? double.says.split(/(?= )/)
      : 'num_outputs' in input
        ? [url]
        : url

  const isEnded = (request: Request) =>
    request.cancelled || Date.now() - request.since >= double.drawMs

  function read(request: Request, response: ServerResponse) {
    request.looks += 1
    if (request.fault === 'gone for ever') return sendJson(response, 404, { detail: 'Not found' })
    if (request.fault === 'garbage') return sendJson(response, 200, '<html>')
    if (request.fault === 'away for a while' && request.looks < 3)
      return sendJson(response, 503, { detail: 'later' })
    sendJson(response, 200, present(request))
  }

  async function callWebhook(id: string, how?: 'forged' | 'old'): Promise<number> {
    const request = requests.get(id) ?? trainings.get(id)
    if (!request?.webhook) throw new Error(`No webhook for ${id}`)
    const body = JSON.stringify('destination' in request ? { id } : present(request))
    const timestamp = Math.floor(Date.now() / 1000) - (how === 'old' ? 600 : 0)
    const heard = await fetch(request.webhook, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...signAsReplicate(how === 'forged' ? `${body} ` : body, timestamp, `msg_${id}`),
      },
      body,
    })
    return heard.status
  }

  async function file(id: string, response: ServerResponse) {
    const request = requests.get(id)
    if (!request || request.fault === 'result gone') return sendJson(response, 404, {})
    const { input } = request
    const size = { width: Number(input['width'] ?? 64), height: Number(input['height'] ?? 64) }
    if ('duration' in input) {
      response.setHeader('content-type', 'video/mp4')
      return void response.end(await drawFilm())
    }
    response.setHeader('content-type', 'image/png')
    const fault = isFileFault(request.fault) ? request.fault : null
    response.end(await drawFile(Number(input['seed'] ?? 0), size, fault))
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = urlOf(request)
    double.calls.push(`${request.method} ${pathname}`)
    const body = await readBody(request)
    if (pathname.endsWith('.tar')) return trainings.sendWeights(pathname, response)
    if (pathname.startsWith('/files/')) return file(pathname.slice(7, -4), response)
    if (request.headers.authorization !== `Bearer ${REPLICATE_TOKEN}`)
      return sendJson(response, 401, { title: 'Unauthenticated', detail: 'No token' })
    const path = pathname.slice(VERSION.length)
    if (path === '/account')
      return sendJson(response, 200, { type: 'user', username: 'me', name: 'Me' })
    if (path === '/webhooks/default/secret') return sendJson(response, 200, { key: SECRET })
    if (path === '/files' && request.method === 'POST') double.uploads.push(body)
    const [, of = '', version] =
      /^\/models\/([^/]+\/[^/]+?)(?:\/versions\/([^/]+))?$/.exec(path) ?? []
    const model = request.method === 'GET' ? double.published.get(of) : undefined
    if (model && version === undefined) return sendJson(response, 200, model)
    if (model && version === model.latest_version.id)
      return sendJson(response, 200, model.latest_version)
    if (await trainings.answer(request, path, body, response)) return
    const official = /^\/models\/([^/]+\/[^/]+)\/predictions$/.exec(path)?.[1]
    if (official !== undefined && request.method === 'POST')
      return create(official, JSON.parse(body.toString('utf8')), response)
    if (path === '/predictions' && request.method === 'POST') {
      const asked = JSON.parse(body.toString('utf8'))
      return create(`:${asked.version}`, asked, response)
    }
    if (path === '/predictions') {
      const results = [...requests.values()].toReversed().map(present)
      return sendJson(response, 200, { next: null, previous: null, results })
    }
    const [id = '', action] = path.replace('/predictions/', '').split('/')
    const found = requests.get(id)
    if (!found) return sendJson(response, 404, { detail: 'Not found' })
    if (action !== 'cancel') return read(found, response)
    if (!isEnded(found)) {
      found.cancelled = true
      double.cancelled.push(id)
    }
    sendJson(response, 200, present(found))
  }

  const { url, close } = await listenOnLoopback(answer)
  return Object.assign(double, { url, close })
}
