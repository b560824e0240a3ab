/** The services that make videos, on loopback, as protocols say: each checks its own key and keeps its own words for states. */
import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { listenOnLoopback, readBody, sendJson, urlOf } from './json-server.ts'

export type ServiceName = 'luma' | 'runway' | 'kling' | 'minimax' | 'ltx' | 'heygen'

/** How the next requests end. */
export type Ending = 'done' | 'failed' | 'refused' | 'never'

interface Begun {
  id: string
  /** Where it was begun. */
  path: string
  body: Record<string, unknown>
  /** Of Kling. */
  external: string | null
  /** Of HeyGen, `Idempotency-Key`: asked again under it, it answers as before. */
  key: string | string[] | undefined
  ending: Ending
  looks: number
  /** Milliseconds since 1970. */
  at: number
}

export interface VideoServices {
  url: string
  /** Every request that was begun, of all services. */
  begun: Begun[]
  /** Ids that were cancelled. */
  cancelled: string[]
  /** Files that LTX was sent. */
  uploads: Buffer[]
  ending: Ending
  /** Answered to what would begin something, in the place of doing it. */
  reject: { status: number; body: unknown; headers?: Record<string, string> } | null
  /** Begins, and loses the connection before it is told. */
  losesAnswer: boolean
  /** What the address of a result answers. */
  file: { status: number; bytes: Uint8Array }
  close(): Promise<void>
}

export const KEYS = { key: 'a-key', secret: 'a-secret' }
const LOOKS = 2

const mode = { submit: 'POST', ask: 'GET', cancel: 'DELETE' } as const

/** Whether a request carries what its service wants. */
function isAllowed(service: ServiceName, { headers }: IncomingMessage): boolean {
  const { authorization } = headers
  if (service === 'heygen') return headers['x-api-key'] === KEYS.key
  if (service === 'runway' && headers['x-runway-version'] !== '2024-11-06') return false
  if (service !== 'kling') return authorization === `Bearer ${KEYS.key}`
  const [head = '', claims = '', signature] = (authorization ?? '').slice(7).split('.')
  const expected = createHmac('sha256', KEYS.secret).update(`${head}.${claims}`).digest('base64url')
  const { iss, exp, nbf } = JSON.parse(Buffer.from(claims, 'base64url').toString() || '{}') as {
    iss?: string
    exp?: number
    nbf?: number
  }
  const now = Date.now() / 1000
  return signature === expected && iss === KEYS.key && exp! > now && nbf! <= now
}

/** What each service calls a state, and how it tells. */
const TOLD: Record<ServiceName, (id: string, state: Ending | 'running', url: string) => unknown> = {
  luma: (id, state, url) => ({
    id,
    state:
      { done: 'completed', failed: 'failed', refused: 'failed' }[state as 'done'] ?? 'dreaming',
    failure_reason: state === 'refused' ? 'content moderation failed' : null,
    assets: state === 'done' ? { video: url } : null,
  }),
  runway: (id, state, url) => ({
    id,
    status:
      { done: 'SUCCEEDED', failed: 'FAILED', refused: 'FAILED' }[state as 'done'] ?? 'THROTTLED',
    ...(state === 'done' && { output: [url], cost: { credits: 25 } }),
    ...(state === 'failed' && { failure: 'bad', failureCode: 'INTERNAL.BAD_OUTPUT.CODE01' }),
    ...(state === 'refused' && { failure: 'no', failureCode: 'SAFETY.OUTPUT.VIDEO' }),
  }),
  kling: (id, state, url) => ({
    code: 0,
    message: 'SUCCEED',
    request_id: 'r',
    data: {
      task_id: id,
      task_status:
        { done: 'succeed', failed: 'failed', refused: 'failed' }[state as 'done'] ?? 'processing',
      task_status_msg: state === 'refused' ? 'Failure to pass the risk control system' : '',
      ...(state === 'done' && {
        task_result: { videos: [{ id: `video-of-${id}`, url, duration: '5' }] },
      }),
    },
  }),
  minimax: (id, state) => ({
    task_id: id,
    status: { done: 'Success', failed: 'Fail', refused: 'Fail' }[state as 'done'] ?? 'Queueing',
    ...(state === 'done' && { file_id: `file-${id}` }),
    base_resp: {
      status_code: { refused: 1027, failed: 1000 }[state as 'failed'] ?? 0,
      status_msg: '',
    },
  }),
  ltx: (id, state, url) => ({
    id,
    status:
      { done: 'completed', failed: 'failed', refused: 'failed' }[state as 'done'] ?? 'pending',
    ...(state === 'done' && { result: { video_url: url } }),
    ...(state === 'failed' && { error: { type: 'api_error', message: 'bad' } }),
    ...(state === 'refused' && { error: { type: 'content_filtered_error', message: 'no' } }),
  }),
  heygen: (id, state, url) => ({
    data: {
      id,
      status:
        { done: 'completed', failed: 'failed', refused: 'failed' }[state as 'done'] ?? 'waiting',
      video_url: state === 'done' ? url : null,
      failure_code: { refused: 'moderation_failed', failed: 'internal' }[state as 'failed'] ?? null,
      failure_message: null,
    },
  }),
}

/** What beginning answers. */
const BEGUN: Record<ServiceName, (id: string) => { status: number; body: unknown }> = {
  luma: (id) => ({ status: 201, body: { id, state: 'queued', assets: null } }),
  runway: (id) => ({ status: 200, body: { id, estimatedCost: { credits: 25 } } }),
  kling: (id) => ({
    status: 200,
    body: { code: 0, message: '', data: { task_id: id, task_status: 'submitted' } },
  }),
  minimax: (id) => ({ status: 200, body: { task_id: id, base_resp: { status_code: 0 } } }),
  ltx: (id) => ({ status: 202, body: { id, created_at: '2026-11-01T00:00:00Z' } }),
  heygen: (id) => ({ status: 200, body: { data: { video_id: id, status: 'waiting' } } }),
}

/** Calls beside beginning and asking. */
function aside(path: string, url: string): unknown {
  if (path === '/v3/voices') return { data: { voices: [{ voice_id: 'voice-1' }] } }
  if (path === '/v3/assets') return { data: { asset_id: 'asset-1' } }
  if (path === '/v1/upload')
    return {
      upload_url: `${url}/ltx-storage`,
      storage_uri: 'ltx://uploads/1',
      expires_at: '2027-01-01T00:00:00Z',
      required_headers: { 'x-ltx-token': 'for-this-file' },
    }
  if (path === '/v1/files/retrieve')
    return { file: { download_url: `${url}/result` }, base_resp: { status_code: 0 } }
  return null
}

/** Kling's list of extensions, the newest first. */
function extensionsOf(path: string, method: string | undefined, begun: readonly Begun[]): unknown {
  if (path !== '/v1/videos/video-extend' || method !== mode.ask) return null
  const all = begun.filter((one) => one.path === path).toReversed()
  return {
    code: 0,
    data: all.map(({ id, body, at }) => ({
      task_id: id,
      task_status: 'processing',
      created_at: at,
      task_info: { parent_video: { id: body['video_id'] } },
    })),
  }
}

/** All services under one address, each below its name: `URL/luma/generations/video`. */
export async function startVideoServices(): Promise<VideoServices> {
  const server = await listenOnLoopback(async (request, response) => {
    const { pathname, searchParams } = urlOf(request)
    if (pathname === '/result') {
      response.writeHead(double.file.status, { 'content-type': 'video/mp4' }).end(double.file.bytes)
      return
    }
    if (pathname === '/ltx-storage') {
      if (request.headers['x-ltx-token'] !== 'for-this-file') return sendJson(response, 403, {})
      double.uploads.push(await readBody(request))
      return sendJson(response, 200, {})
    }
    const [, name = '', ...rest] = pathname.split('/')
    const service = name as ServiceName
    const path = `/${rest.join('/')}`
    const raw = await readBody(request)
    if (!isAllowed(service, request)) return sendJson(response, 401, { error: 'unauthorized' })
    const other = aside(path, server.url) ?? extensionsOf(path, request.method, double.begun)
    if (other !== null) return sendJson(response, 200, other)
    if (request.method === mode.submit) {
      if (double.reject) {
        for (const [key, value] of Object.entries(double.reject.headers ?? {}))
          response.setHeader(key, value)
        return sendJson(response, double.reject.status, double.reject.body)
      }
      const body = JSON.parse(raw.toString('utf8')) as Record<string, unknown>
      const external = (body['external_task_id'] as string | undefined) ?? null
      const key = service === 'heygen' ? request.headers['idempotency-key'] : undefined
      const replayed = double.begun.find((one) => key !== undefined && one.key === key)
      if (replayed) {
        const again = BEGUN[service](replayed.id)
        return sendJson(response, again.status, again.body)
      }
      const id = `${service}-${double.begun.length + 1}`
      double.begun.push({
        id,
        path,
        body,
        external,
        key,
        ending: double.ending,
        looks: 0,
        at: Date.now(),
      })
      if (double.losesAnswer) throw new Error('the connection is lost')
      const answer = BEGUN[service](id)
      return sendJson(response, answer.status, answer.body)
    }
    const wanted = searchParams.get('task_id') ?? decodeURIComponent(rest.at(-1) ?? '')
    const found = double.begun.find(({ id, external }) => id === wanted || external === wanted)
    const missing =
      service === 'kling' ? { code: 1203, message: 'not found' } : { error: 'unknown' }
    if (!found) return sendJson(response, 404, missing)
    if (request.method === mode.cancel) {
      double.cancelled.push(found.id)
      response.writeHead(204).end()
      return
    }
    found.looks += 1
    const state = found.looks < LOOKS || found.ending === 'never' ? 'running' : found.ending
    return sendJson(response, 200, TOLD[service](found.id, state, `${server.url}/result`))
  })
  const double: VideoServices = {
    url: server.url,
    begun: [],
    cancelled: [],
    uploads: [],
    ending: 'done',
    reject: null,
    losesAnswer: false,
    file: { status: 200, bytes: new Uint8Array() },
    close: () => server.close(),
  }
  return double
}
