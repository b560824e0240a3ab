import type { ServerResponse } from 'node:http'
import sharp from 'sharp'
import { listenOnLoopback, readJson, sendJson as send, urlOf } from './json-server.ts'

type State = 'queued' | 'generating' | 'completed' | 'failed' | 'cancelled'

/** How an order, or what comes of it, goes wrong. */
export type SdServerFault =
  | 'refused'
  | 'server error'
  | 'throttled'
  | 'garbage'
  | 'half an image'
  | 'wrong size'
  | 'black'
  | 'connection lost'

interface Job {
  id: string
  body: Record<string, unknown>
  state: State
  fault: SdServerFault | null
}

const LORA = { name: 'film', path: 'styles/film.safetensors' }

export interface SdServerDouble {
  url: string
  jobs: Job[]
  /** Milliseconds that a picture takes. */
  drawMs: number
  /** Most jobs that wait or are drawn. */
  mostPending: number
  /** Numbers of jobs, from 1, whose picture cannot be made. */
  failing: Set<number>
  /** What the next orders do, one each; `null` draws. */
  faults: (SdServerFault | null)[]
  /** While true every call is answered 503. */
  isAway: boolean
  /** Forgets every job, as a restart does. */
  forget(): void
  close(): Promise<void>
}

/**
 * A server that answers as stable-diffusion.cpp's `sd-server` does (examples/server/api.md, routes_sdapi.cpp) and did
 * when it was recorded (`tests/fixtures/engines/sd-server-exchange.json`): jobs of its own that are drawn one after the other, of which only those that wait can be cancelled.
 */
export async function startSdServerDouble(): Promise<SdServerDouble> {
  let isDrawing = false
  const double: SdServerDouble = {
    url: '',
    jobs: [],
    drawMs: 20,
    mostPending: 8,
    failing: new Set(),
    faults: [],
    isAway: false,
    forget: () => {
      double.jobs = []
    },
    close: async () => undefined,
  }

  function drawNext(): void {
    const next = double.jobs.find(({ state }) => state === 'queued')
    if (isDrawing || !next) return
    isDrawing = true
    next.state = 'generating'
    setTimeout(() => {
      isDrawing = false
      next.state = double.failing.has(double.jobs.indexOf(next) + 1) ? 'failed' : 'completed'
      drawNext()
    }, double.drawMs)
  }

  function submit(body: Record<string, unknown>, response: ServerResponse): void {
    const fault = double.faults.shift() ?? null
    if (fault === 'refused') return send(response, 400, { error: 'invalid parameters' })
    if (fault === 'server error') return send(response, 500, { error: 'server_error' })
    if (fault === 'garbage') return send(response, 200, '<html>')
    if (fault === 'connection lost') {
      response.destroy()
      return
    }
    if (fault === 'throttled') {
      response.setHeader('retry-after', '1')
      return send(response, 429, { error: 'job queue is full' })
    }
    if (body['prompt'] === '') return send(response, 400, { error: 'prompt required' })
    const loras = (body['lora'] ?? []) as { path: string }[]
    if (loras.some(({ path }) => path !== LORA.path))
      return send(response, 400, { error: 'invalid generation parameters' })
    const pending = double.jobs.filter(({ state }) => state === 'queued' || state === 'generating')
    if (pending.length >= double.mostPending)
      return send(response, 429, { error: 'job queue is full' })
    const id = `job_6738_${String(double.jobs.length + 1).padStart(8, '0')}`
    double.jobs.push({ id, body, state: 'queued', fault })
    drawNext()
    send(response, 202, { id, kind: 'img_gen', status: 'queued', created: 1, poll_url: '' })
  }

  async function show({ id, body, state, fault }: Job, response: ServerResponse): Promise<void> {
    const hires = body['hires'] as { target_width: number; target_height: number } | undefined
    const [width, height] =
      fault === 'wrong size'
        ? [16, 16]
        : hires
          ? [hires.target_width, hires.target_height]
          : [Number(body['width']), Number(body['height'])]
    const background =
      fault === 'black' ? '#000' : { r: 40 + (Number(body['seed']) % 200), g: 90, b: 160 }
    const whole = await sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toBuffer()
    const image = fault === 'half an image' ? whole.subarray(0, whole.length - 20) : whole
    const isOver = state === 'failed' || state === 'cancelled'
    send(response, 200, {
      id,
      status: state,
      queue_position:
        1 + double.jobs.filter((one) => one.state === 'queued').findIndex((one) => one.id === id),
      result:
        state === 'completed'
          ? {
              output_format: 'png',
              images: [{ index: 0, b64_json: image.toString('base64') }],
            }
          : null,
      error: isOver ? { code: 'generation_failed', message: 'no results' } : null,
    })
  }

  async function answer(path: string, body: Record<string, unknown>, response: ServerResponse) {
    if (double.isAway) return send(response, 503, { error: 'starting' })
    const [, id, action] = /^\/sdcpp\/v1\/jobs\/(\w+)(\/cancel)?$/.exec(path) ?? []
    const job = double.jobs.find((one) => one.id === id)
    if (id !== undefined && !job) return send(response, 404, { error: 'job not found' })
    if (job && action) {
      if (job.state !== 'queued')
        return send(response, 409, {
          error: 'job is currently generating and cannot be interrupted yet',
        })
      job.state = 'cancelled'
      return send(response, 200, { id, status: 'cancelled' })
    }
    if (job) return show(job, response)
    const names = (...all: string[]) => all.map((name) => ({ name, aliases: [name], label: name }))
    switch (path) {
      case '/sdcpp/v1/capabilities':
        return send(response, 200, { model: { stem: 'sd15' }, supported_modes: ['img_gen'] })
      case '/sdcpp/v1/img_gen':
        return submit(body, response)
      case '/sdapi/v1/sd-models':
        return send(response, 200, [
          { title: 'sd15', model_name: 'sd15', hash: '8888888888', sha256: '8'.repeat(64) },
        ])
      case '/sdapi/v1/samplers':
        return send(
          response,
          200,
          names(
            'default',
            'euler',
            'euler_a',
            'heun',
            'dpm2',
            'dpm++2s_a',
            'dpm++2m',
            'lcm',
            'ddim_trailing',
          ),
        )
      case '/sdapi/v1/schedulers':
        return send(response, 200, names('default', 'discrete', 'karras', 'exponential'))
      case '/sdapi/v1/loras':
        return send(response, 200, [LORA])
      case '/sdapi/v1/upscalers':
        return send(response, 200, names('None', 'Lanczos', 'Nearest'))
      default:
        return send(response, 404, '')
    }
  }

  const { url, close } = await listenOnLoopback(async (request, response) =>
    answer(urlOf(request).pathname, await readJson(request), response),
  )
  return Object.assign(double, { url, close })
}
