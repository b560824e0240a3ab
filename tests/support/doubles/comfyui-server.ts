import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import sharp from 'sharp'
import { type ComfyuiFault, FAILURES } from './comfyui-failures.ts'
import { listenOnLoopback, readBody, sendJson, urlOf } from './json-server.ts'
import { textFrame, binaryFrame, upgradeToWebSocket } from './web-socket.ts'

type Nodes = Record<string, { class_type: string; inputs: Record<string, unknown> }>

export interface ComfyuiPrompt {
  id: string
  client: string
  nodes: Nodes
  state: 'pending' | 'running' | 'success' | 'error' | 'interrupted'
  fault: ComfyuiFault | null
}

export interface ComfyuiDouble {
  url: string
  /** Every prompt that was taken, in order. */
  prompts: ComfyuiPrompt[]
  /** Files by `type/subfolder/name`. */
  files: Map<string, Buffer>
  /** What the next submits or their prompts do, one each; `null` draws. */
  faults: (ComfyuiFault | null)[]
  /** Milliseconds that a picture takes. */
  drawMs: number
  /** What a node that saves videos writes. */
  video: Buffer
  /** Files of models, by node and input. */
  choices: Record<string, Record<string, string[]>>
  /** Of comfyui_controlnet_aux; none: it is not installed. */
  preprocessors: string[]
  /** Files of ComfyUI_IPAdapter_plus; none: it is not installed. */
  adapters: string[]
  /** Metadata of model files, by name. */
  metadata: Record<string, Record<string, string>>
  /** Prompts that were told to stop. */
  interrupted: string[]
  /** Of every call, `authorization`. */
  authorizations: Set<string | undefined>
  /** While true every call is answered 503. */
  isAway: boolean
  /** A restart: queue and history are gone, files stay. */
  restart(): void
  close(): Promise<void>
}

const INFO = new URL('../../fixtures/engines/comfyui-object-info.json', import.meta.url)
/** Nine frames of 64 x 64, as ComfyUI's `SaveVideo` wrote them, with the workflow inside. */
const VIDEO = new URL('../../fixtures/engines/comfyui-save-video.mp4', import.meta.url)
const JPEG_PREVIEW = 1
/** Nodes that write a result, and how its name ends. */
const SAVERS: Readonly<Record<string, string>> = {
  SaveImage: 'png',
  SaveVideo: 'mp4',
  SaveWEBM: 'webm',
  SaveAnimatedWEBP: 'webp',
}

/**
 * A server that answers as ComfyUI 0.3.64 did when it was recorded (`tests/fixtures/engines/comfyui-exchange.json`): a
 * queue of prompts worked on one after the other, a history, files, and a socket for each client.
 */
export async function startComfyuiDouble(): Promise<ComfyuiDouble> {
  const sockets = new Map<string, Duplex>()
  let running: { prompt: ComfyuiPrompt; stop(): void } | null = null

  const double: ComfyuiDouble = {
    url: '',
    prompts: [],
    files: new Map(),
    faults: [],
    drawMs: 20,
    video: readFileSync(VIDEO),
    choices: {
      CheckpointLoaderSimple: { ckpt_name: ['photon_v1.safetensors', 'anime/dreamXL.safetensors'] },
      LoraLoader: { lora_name: ['styles/film.safetensors'] },
      UpscaleModelLoader: { model_name: ['4x-UltraSharp.pth'] },
    },
    preprocessors: [],
    adapters: [],
    metadata: {},
    interrupted: [],
    authorizations: new Set(),
    isAway: false,
    restart() {
      running?.stop()
      running = null
      double.prompts = []
    },
    close: async () => undefined,
  }

  const tell = (client: string, type: string, data: object) =>
    sockets.get(client)?.write(textFrame(JSON.stringify({ type, data })))

  async function workOn(prompt: ComfyuiPrompt): Promise<void> {
    prompt.state = 'running'
    const stop = Promise.withResolvers<'stopped'>()
    running = { prompt, stop: () => stop.resolve('stopped') }
    const { id: prompt_id, client } = prompt
    tell(client, 'execution_start', { prompt_id, timestamp: 1 })
    const samplers = Object.entries(prompt.nodes).filter(([, node]) => 'steps' in node.inputs)
    for (const [id, { inputs }] of samplers) {
      // One that only spaces the steps is silent: whatever takes its levels of noise tells of them.
      const [node] = Object.entries(prompt.nodes).find(
        ([, other]) => (other.inputs['sigmas'] as string[] | undefined)?.[0] === id,
      ) ?? [id]
      const max = Number(inputs['steps'])
      for (let value = 1; value <= max; value++) {
        const ms = double.drawMs / max / samplers.length
        const timer = new Promise<'on'>((resolve) => setTimeout(() => resolve('on'), ms))
        if ((await Promise.race([timer, stop.promise])) === 'stopped') return end('interrupted')
        tell(client, 'progress', { value, max, prompt_id, node })
        await sendPreview(client)
      }
    }
    if (prompt.fault === 'interrupted by somebody else') return end('interrupted')
    if (prompt.fault && FAILURES[prompt.fault]) return end('error')
    await paint(prompt)
    end('success')

    function end(state: ComfyuiPrompt['state']): void {
      if (running?.prompt !== prompt) return
      prompt.state = state
      running = null
      const word = state === 'interrupted' ? 'execution_interrupted' : `execution_${state}`
      tell(client, word, { prompt_id, timestamp: 2 })
      workOnNext()
    }
  }

  function workOnNext(): void {
    const next = double.prompts.find(({ state }) => state === 'pending')
    if (next && !running) void workOn(next)
  }

  async function sendPreview(client: string): Promise<void> {
    const background = '#4070a0'
    const image = await sharp({ create: { width: 16, height: 16, channels: 3, background } })
      .jpeg()
      .toBuffer()
    const header = Buffer.alloc(8)
    header.writeUInt32BE(1, 0)
    header.writeUInt32BE(JPEG_PREVIEW, 4)
    sockets.get(client)?.write(binaryFrame(Buffer.concat([header, image])))
  }

  /** Paints what the last node that knows a size would have made; colours follow the seed. */
  async function paint({ nodes, fault }: ComfyuiPrompt): Promise<void> {
    const all = Object.values(nodes)
    const film = all.find(({ class_type: type }) => (SAVERS[type] ?? 'png') !== 'png')
    if (film) {
      const whole = double.video
      const bytes = fault === 'half an image' ? whole.subarray(0, whole.length - 20) : whole
      const name = `${String(film.inputs['filename_prefix'])}_00001_.${SAVERS[film.class_type]}`
      double.files.set(`output/${name}`, bytes)
      return
    }
    const source = all.find(({ class_type: type }) => type === 'LoadImage')
    const scaled = all.filter(({ class_type: type }) => type === 'ImageScale')
    const saved = all.find(({ class_type: type }) => type === 'SaveImage')
    const [last] = (saved?.inputs['images'] ?? ['']) as [string]
    const sized =
      nodes[last]?.class_type === 'ImageScale'
        ? nodes[last]
        : (scaled[0] ?? all.find(({ inputs }) => 'batch_size' in inputs))
    let [width, height] = [Number(sized?.inputs['width']), Number(sized?.inputs['height'])]
    if (source && scaled.length === 0) {
      const file = double.files.get(`input/${String(source.inputs['image'])}`)
      ;({ width, height } = await sharp(file).metadata())
    }
    if (fault === 'wrong size') [width, height] = [16, 16]
    const seed = Number(all.find(({ inputs }) => 'seed' in inputs)?.inputs['seed'] ?? 0)
    const background =
      fault === 'black' ? '#000' : { r: 40 + (seed % 200), g: 120, b: 200 - (seed % 100) }
    let image = await sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toBuffer()
    if (fault === 'half an image') image = image.subarray(0, image.length - 20)
    const prefix = saved?.inputs['filename_prefix']
    double.files.set(`output/${String(prefix)}_00001_.png`, image)
  }

  function submit(body: Record<string, unknown>, response: ServerResponse): void {
    const fault = double.faults.shift() ?? null
    if (fault === 'server error') return sendJson(response, 500, '500 Internal Server Error')
    if (fault === 'garbage') return sendJson(response, 200, '<html>')
    if (fault === 'throttled') {
      response.setHeader('retry-after', '1')
      return sendJson(response, 429, 'busy')
    }
    const nodes = body['prompt'] as Nodes
    const errors = fault === 'refused' ? { save: error('SaveImage', 'required_input_missing') } : {}
    for (const [id, { class_type: type, inputs }] of Object.entries(nodes)) {
      for (const [input, list] of Object.entries(double.choices[type] ?? {})) {
        const value = inputs[input]
        if (typeof value === 'string' && !list.includes(value))
          Object.assign(errors, { [id]: error(type, 'value_not_in_list', input, value) })
      }
    }
    if (Object.keys(errors).length > 0) {
      const problem = {
        type: 'prompt_outputs_failed_validation',
        message: 'Prompt outputs failed validation',
        details: '',
        extra_info: {},
      }
      return sendJson(response, 400, { error: problem, node_errors: errors })
    }
    const id = (body['prompt_id'] ?? randomUUID()) as string
    double.prompts.push({ id, client: String(body['client_id']), nodes, state: 'pending', fault })
    workOnNext()
    if (fault === 'answer lost') {
      response.destroy()
      return
    }
    sendJson(response, 200, { prompt_id: id, number: double.prompts.length, node_errors: {} })
  }

  const error = (type: string, problem: string, input = '', value = '') => ({
    errors: [
      {
        type: problem,
        message: '',
        details: `${input}: '${value}' not in []`,
        extra_info: { input_name: input },
      },
    ],
    dependent_outputs: ['save'],
    class_type: type,
  })

  const describe = (prompt: ComfyuiPrompt) => {
    const { id: prompt_id, state, nodes, fault } = prompt
    const save = Object.entries(nodes).find(([, node]) => SAVERS[node.class_type])
    const ending = SAVERS[save?.[1].class_type ?? ''] ?? 'png'
    const name = String(save?.[1].inputs['filename_prefix']).split('/')
    const file = {
      filename: `${name.at(-1)}_00001_.${ending}`,
      subfolder: name.slice(0, -1).join('/'),
      type: 'output',
    }
    const failure = { prompt_id, ...(fault && FAILURES[fault]) }
    const messages = {
      success: ['execution_success', { prompt_id }],
      error: ['execution_error', failure],
      interrupted: ['execution_interrupted', { prompt_id, node_id: 'sampler' }],
    }
    return {
      prompt: [0, prompt_id, nodes, {}, ['save']],
      outputs:
        state === 'success'
          ? { [save?.[0] ?? '']: { images: [file], ...(ending !== 'png' && { animated: [true] }) } }
          : {},
      status: {
        status_str: state === 'success' ? 'success' : 'error',
        completed: state === 'success',
        messages: [['execution_start', { prompt_id }], messages[state as keyof typeof messages]],
      },
      meta: {},
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = urlOf(request)
    const bytes = await readBody(request)
    double.authorizations.add(request.headers.authorization)
    if (double.isAway) return sendJson(response, 503, '')
    const [, first, second] = url.pathname.split('/')
    if (first === 'upload') return upload(request, bytes, response)
    const body = bytes.length > 0 ? (JSON.parse(bytes.toString()) as Record<string, unknown>) : {}
    const inState = (state: string) => double.prompts.filter((one) => one.state === state)
    const listed = (state: string) =>
      inState(state).map(({ id, nodes }, at) => [at, id, nodes, {}, []])
    switch (`${request.method} /${first}`) {
      case 'GET /object_info':
        return sendJson(response, 200, objectInfo())
      case 'GET /view_metadata': {
        const found = double.metadata[url.searchParams.get('filename') ?? '']
        return sendJson(response, found ? 200 : 404, found ?? '')
      }
      case 'POST /prompt':
        return submit(body, response)
      case 'GET /queue':
        return sendJson(response, 200, {
          queue_running: listed('running'),
          queue_pending: listed('pending'),
        })
      case 'POST /queue': {
        const ids = body['delete'] as string[]
        double.prompts = double.prompts.filter(
          ({ id, state }) => state !== 'pending' || !ids.includes(id),
        )
        return sendJson(response, 200, '')
      }
      case 'POST /interrupt':
        if (running?.prompt.id === body['prompt_id']) {
          double.interrupted.push(running?.prompt.id ?? '')
          running?.stop()
        }
        return sendJson(response, 200, '')
      case 'GET /history': {
        const found = double.prompts.find(({ id }) => id === second)
        const isOver = found && found.state !== 'pending' && found.state !== 'running'
        return sendJson(response, 200, isOver ? { [found.id]: describe(found) } : {})
      }
      case 'POST /history': {
        const ids = body['delete'] as string[]
        double.prompts = double.prompts.filter(({ id }) => !ids.includes(id))
        return sendJson(response, 200, '')
      }
      case 'GET /view': {
        const { filename, subfolder, type } = Object.fromEntries(url.searchParams)
        const file = double.files.get([type, subfolder, filename].join('/'))
        if (!file) return sendJson(response, 404, '')
        response.writeHead(200, { 'content-type': 'image/png' }).end(file)
        return
      }
      default:
        return sendJson(response, 404, '')
    }
  }

  function objectInfo() {
    const info = JSON.parse(readFileSync(INFO, 'utf8')) as Record<
      string,
      { input: { required: Record<string, unknown[]>; optional?: Record<string, unknown[]> } }
    >
    for (const [node, inputs] of Object.entries(double.choices)) {
      for (const [input, list] of Object.entries(inputs)) {
        const [type] = info[node]!.input.required[input]!
        info[node]!.input.required[input] =
          type === 'COMBO' ? [type, { options: list }] : [list, {}]
      }
    }
    // Its node has them as an optional choice (`node_wrappers/` of the extension).
    if (double.preprocessors.length > 0) {
      info['AIO_Preprocessor'] = {
        input: {
          required: { image: ['IMAGE'] },
          optional: { preprocessor: [double.preprocessors] },
        },
      }
    }
    if (double.adapters.length > 0) {
      const node = { input: { required: {} } }
      info['IPAdapterModelLoader'] = { input: { required: { ipadapter_file: [double.adapters] } } }
      Object.assign(info, { IPAdapterUnifiedLoader: node, IPAdapter: node })
    }
    return info
  }

  async function upload(request: IncomingMessage, bytes: Buffer, response: ServerResponse) {
    const form = await new Response(new Uint8Array(bytes), {
      headers: { 'content-type': request.headers['content-type'] ?? '' },
    }).formData()
    const image = form.get('image') as File
    const subfolder = (form.get('subfolder') ?? '') as string
    double.files.set(`input/${subfolder}/${image.name}`, Buffer.from(await image.arrayBuffer()))
    sendJson(response, 200, { name: image.name, subfolder, type: 'input' })
  }

  const { url, close } = await listenOnLoopback(answer, (request, socket) => {
    const client = urlOf(request).searchParams.get('clientId') ?? ''
    upgradeToWebSocket(request, socket)
    sockets.set(client, socket)
    socket.on('close', () => sockets.delete(client))
    tell(client, 'status', { status: { exec_info: { queue_remaining: 0 } }, sid: client })
  })
  return Object.assign(double, { url, close })
}
