import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { listenOnLoopback, readJson, sendJson as send, urlOf } from './json-server.ts'

/** How a call to draw goes wrong. */
export type A1111Fault =
  | 'refused'
  | 'out of memory'
  | 'server error'
  | 'throttled'
  | 'garbage'
  | 'half an image'
  | 'wrong size'
  | 'black'
  | 'another model'
  | 'interrupted by somebody else'
  | 'connection lost'

export interface A1111Double {
  url: string
  /** Bodies of the calls that drew, in order. */
  drawn: { path: string; body: Record<string, unknown> }[]
  /** Tasks that were interrupted. */
  interrupted: string[]
  /** What the next calls do, one each; `null` draws. */
  faults: (A1111Fault | null)[]
  /** Milliseconds that a picture takes. */
  drawMs: number
  /** False: an older server, without schedulers. */
  hasSchedulers: boolean
  /** What a call has to send as `authorization`; null: nothing. One that does not is told what it sent. */
  requires: string | null
  /** What it sees in an image; null: it has no such call. */
  caption: string | null
  /** Of the ControlNet extension; null: it is not installed. */
  controlNet: { models: string[]; modules: string[] } | null
  /** Title of the model in memory; null: it does not tell. */
  loaded: string | null
  close(): Promise<void>
}

const MODELS = [
  { title: 'photon_v1.safetensors [ec41bd2a82]', model_name: 'photon_v1', sha256: 'a'.repeat(64) },
  { title: 'dreamXL.safetensors [1234567890]', model_name: 'dreamXL', sha256: null },
]
const NEWER = ['DPM++ 2M', 'DPM++ SDE', 'Euler a', 'Euler', 'LMS', 'Heun', 'DPM2', 'DDIM', 'UniPC']
const OLDER = ['DPM++ 2M Karras', 'Euler a', 'Euler', 'DDIM']

/** Colours follow the seed, so that two pictures differ. */
async function paint(seed: number, width: number, height: number): Promise<Buffer> {
  const background = { r: 40 + (seed % 200), g: 120, b: 200 - (seed % 100) }
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
}

/**
 * A server that answers as AUTOMATIC1111's API does, one picture at a time; its interrupt stops whatever it draws, and
 * the open call then still answers 200.
 */
export async function startA1111Double(): Promise<A1111Double> {
  let line: Promise<unknown> = Promise.resolve()
  let current: { task: string; stop: AbortController; started: number } | null = null
  const waiting = new Set<string>()

  const double: A1111Double = {
    url: '',
    drawn: [],
    interrupted: [],
    faults: [],
    drawMs: 20,
    hasSchedulers: true,
    requires: null,
    controlNet: null,
    loaded: null,
    caption: null,
    close: async () => undefined,
  }

  async function draw(path: string, body: Record<string, unknown>, response: ServerResponse) {
    const task = body['force_task_id'] as string
    waiting.add(task)
    const before = line
    const turn = (async () => {
      await before
      waiting.delete(task)
      current = { task, stop: new AbortController(), started: Date.now() }
      const fault = double.faults.shift() ?? null
      double.drawn.push({ path, body })
      await sleep(double.drawMs, undefined, { signal: current.stop.signal }).catch(() => undefined)
      await answerDrawing(fault, body, response)
      if (fault !== 'interrupted by somebody else') current = null
    })()
    line = turn.catch(() => undefined)
    await turn
  }

  async function answerDrawing(
    fault: A1111Fault | null,
    body: Record<string, unknown>,
    response: ServerResponse,
  ): Promise<void> {
    const [width, height] =
      body['enable_hr'] === true
        ? [Number(body['hr_resize_x']), Number(body['hr_resize_y'])]
        : [Number(body['width']), Number(body['height'])]
    switch (fault) {
      case 'refused':
        return send(response, 422, { detail: [{ loc: ['body', 'steps'], msg: 'wrong' }] })
      case 'out of memory':
        return send(response, 500, { error: 'OutOfMemoryError', errors: 'CUDA out of memory' })
      case 'server error':
        return send(response, 500, { error: 'RuntimeError', detail: '', errors: 'broken' })
      case 'throttled':
        response.setHeader('retry-after', '1')
        return send(response, 429, { detail: 'busy' })
      case 'garbage':
        return send(response, 200, '<html>')
      case 'connection lost':
        response.destroy()
        return
      case 'interrupted by somebody else':
        // The question for progress must see it.
        current?.stop.abort()
        await sleep(1500)
    }
    let image = await paint(Number(body['seed']), width ?? 8, height ?? 8)
    if (fault === 'half an image') {
      const noise = Buffer.from(Array.from({ length: 64 * 64 * 3 }, (_, i) => (i * 7919) % 251))
      const whole = await sharp(noise, { raw: { width: 64, height: 64, channels: 3 } })
        .png()
        .toBuffer()
      image = whole.subarray(0, whole.length / 2)
    }
    if (fault === 'wrong size') image = await paint(1, 16, 16)
    if (fault === 'black')
      image = await sharp({
        create: { width: width ?? 8, height: height ?? 8, channels: 3, background: '#000' },
      })
        .png()
        .toBuffer()
    const title = (body['override_settings'] as { sd_model_checkpoint: string }).sd_model_checkpoint
    const known = fault === 'another model' ? MODELS[1] : MODELS.find((m) => m.title === title)
    send(response, 200, {
      images: [image.toString('base64')],
      parameters: body,
      info: JSON.stringify({ sd_model_name: known?.model_name, index_of_first_image: 0 }),
    })
  }

  /** As `scripts/api.py` of Mikubill/sd-webui-controlnet. */
  async function answerControlNet(
    path: string,
    body: Record<string, unknown>,
    { models, modules }: NonNullable<A1111Double['controlNet']>,
    response: ServerResponse,
  ): Promise<void> {
    if (path === '/controlnet/model_list') return send(response, 200, { model_list: models })
    if (path === '/controlnet/module_list')
      return send(response, 200, { module_list: modules, module_detail: {} })
    const [image] = body['controlnet_input_images'] as string[]
    if (!modules.includes(String(body['controlnet_module'])) || image === undefined)
      return send(response, 422, { detail: 'Module not available' })
    const map = await sharp(Buffer.from(image, 'base64')).greyscale().png().toBuffer()
    return send(response, 200, { info: 'Success', images: [map.toString('base64')] })
  }

  function progress() {
    const fraction = current ? Math.min(0.95, (Date.now() - current.started) / double.drawMs) : 0
    return {
      progress: fraction,
      eta_relative: 1,
      state: { interrupted: current?.stop.signal.aborted ?? false, sampling_step: 1 },
      current_image: null,
      current_task: current?.task ?? null,
    }
  }

  async function answer(path: string, body: Record<string, unknown>, response: ServerResponse) {
    switch (path) {
      case '/sdapi/v1/sd-models':
        return send(response, 200, MODELS)
      case '/sdapi/v1/samplers':
        return send(
          response,
          200,
          (double.hasSchedulers ? NEWER : OLDER).map((name) => ({
            name,
            aliases: [],
            options: {},
          })),
        )
      case '/sdapi/v1/schedulers':
        return double.hasSchedulers
          ? send(response, 200, [
              { name: 'automatic', label: 'Automatic' },
              { name: 'uniform', label: 'Uniform' },
              { name: 'karras', label: 'Karras' },
            ])
          : send(response, 404, { detail: 'Not Found' })
      case '/sdapi/v1/loras':
        return send(response, 200, [{ name: 'film', alias: 'film', path: '/l/film.safetensors' }])
      case '/sdapi/v1/upscalers':
        return send(response, 200, [
          { name: 'None' },
          { name: 'Lanczos' },
          { name: 'R-ESRGAN 4x+' },
        ])
      case '/sdapi/v1/options':
        return double.loaded === null
          ? send(response, 404, { detail: 'Not Found' })
          : send(response, 200, { sd_model_checkpoint: double.loaded })
      case '/sdapi/v1/progress':
        return send(response, 200, progress())
      case '/internal/progress': {
        const task = body['id_task'] as string
        const active = current?.task === task
        return send(response, 200, { active, queued: waiting.has(task), completed: false })
      }
      case '/sdapi/v1/interrupt':
        if (current) double.interrupted.push(current.task)
        current?.stop.abort()
        return send(response, 200, {})
      case '/sdapi/v1/interrogate':
        if (double.caption === null) return send(response, 404, { detail: 'Not Found' })
        if (body['model'] !== 'clip' || typeof body['image'] !== 'string')
          return send(response, 405, { detail: 'Method Not Allowed' })
        return send(response, 200, { caption: double.caption })
      case '/controlnet/model_list':
      case '/controlnet/module_list':
      case '/controlnet/detect':
        return double.controlNet === null
          ? send(response, 404, { detail: 'Not Found' })
          : answerControlNet(path, body, double.controlNet, response)
      case '/sdapi/v1/txt2img':
      case '/sdapi/v1/img2img':
        return draw(path, body, response)
      default:
        return send(response, 404, { detail: 'Not Found' })
    }
  }

  const { url, close } = await listenOnLoopback(async (request, response) => {
    const body = await readJson(request)
    const { authorization = '' } = request.headers
    if (double.requires !== null && authorization !== double.requires)
      return send(response, 401, { detail: 'Incorrect username or password', got: authorization })
    return answer(urlOf(request).pathname, body, response)
  })
  return Object.assign(double, { url, close })
}
