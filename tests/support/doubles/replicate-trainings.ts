import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendJson } from './json-server.ts'
import type { ServiceDouble, ServiceFault } from './service-files.ts'
import { tarOf } from './tar.ts'
import { TRAINED_FILE } from './trained-file.ts'

interface Training {
  id: string
  destination: string
  trainer: string
  input: Record<string, unknown>
  webhook: string | null
  fault: ServiceFault | null
  since: number
  cancelled: boolean
  looks: number
}

interface StoredFile {
  id: string
  metadata: Record<string, unknown>
  content: Buffer
}

/** The part of Replicate that trains: trainings, files and models. */
export interface TrainingsDouble {
  /** In the order in which they were begun. */
  begun: Training[]
  /** Uploads that were not deleted. */
  files: Map<string, StoredFile>
  /** Of every upload, also of deleted ones. */
  contents: Buffer[]
  /** Visibility of the account's models, by name. */
  models: Map<string, string>
  /** Versions that were deleted. */
  forgotten: string[]
  /** So many of a training's first looks say that it waits. */
  startingLooks: number
  log: string
  get(id: string): Training | undefined
  answer(
    request: IncomingMessage,
    path: string,
    body: Buffer,
    response: ServerResponse,
  ): Promise<boolean>
  sendWeights(path: string, response: ServerResponse): void
}

const OWNER = 'me'

/** Sixty-four digits, as versions have. */
const versionOf = ({ id }: Training) => id.replaceAll('-', '').repeat(2)

export function createTrainingsDouble({
  double,
  refuse,
}: {
  double(): ServiceDouble
  /** Answers a fault that keeps a request from being begun. */
  refuse(fault: ServiceFault | null, response: ServerResponse): boolean
}): TrainingsDouble {
  const isEnded = (training: Training) =>
    training.cancelled || Date.now() - training.since >= double().drawMs

  function present(training: Training) {
    const { id, destination, input, fault, since } = training
    const failed = fault === 'fails' || fault === 'content refused'
    const status = training.cancelled
      ? 'canceled'
      : training.looks <= trainings.startingLooks
        ? 'starting'
        : !isEnded(training)
          ? 'processing'
          : failed
            ? 'failed'
            : 'succeeded'
    const place = fault === 'result elsewhere' ? 'http://127.0.0.1:1' : double().url
    return {
      id,
      model: training.trainer,
      status,
      input,
      created_at: new Date(since).toISOString(),
      started_at: status === 'starting' ? null : new Date(since).toISOString(),
      completed_at: isEnded(training) ? new Date().toISOString() : null,
      logs: status === 'starting' ? '' : trainings.log,
      urls: { get: `${double().url}/v1/trainings/${id}` },
      error:
        status !== 'failed'
          ? null
          : fault === 'content refused'
            ? 'NSFW content detected'
            : 'CUDA error',
      output:
        status === 'succeeded'
          ? { version: `${destination}:${versionOf(training)}`, weights: `${place}/${id}.tar` }
          : null,
      metrics: status === 'succeeded' || status === 'failed' ? { predict_time: 1200 } : {},
    }
  }

  function begin(trainer: string, body: Buffer, response: ServerResponse): void {
    const asked = JSON.parse(body.toString()) as Pick<Training, 'destination' | 'input'> & {
      webhook?: string
    }
    const fault = double().faults.shift() ?? null
    if (refuse(fault, response)) return
    const [, name = ''] = asked.destination.split('/')
    if (!trainings.models.has(name))
      return sendJson(response, 422, { detail: 'The destination does not exist.' })
    const training = {
      ...asked,
      id: randomUUID(),
      trainer,
      webhook: asked.webhook ?? null,
      fault,
      since: Date.now(),
      cancelled: false,
      looks: 0,
    }
    trainings.begun.push(training)
    if (fault === 'answer lost') return void response.destroy()
    sendJson(response, 201, present(training))
  }

  function look(training: Training, response: ServerResponse): void {
    training.looks += 1
    const { fault, looks } = training
    if (fault === 'gone for ever') return sendJson(response, 404, { detail: 'Not found' })
    if (fault === 'garbage') return sendJson(response, 200, '<html>')
    if (fault === 'away for a while' && looks < 3) return sendJson(response, 503, {})
    sendJson(response, 200, present(training))
  }

  function answerFiles(method: string, id: string | undefined, response: ServerResponse): void {
    if (method === 'DELETE' && id !== undefined) {
      trainings.files.delete(id)
      response.statusCode = 204
      return void response.end()
    }
    // The newest first, one a page, so that who looks must turn pages.
    const all = [...trainings.files.values()].toReversed()
    const page = all.slice(Number(id ?? 0), Number(id ?? 0) + 1)
    const next = Number(id ?? 0) + 1
    sendJson(response, 200, {
      previous: null,
      next: next < all.length ? `${double().url}/v1/files/${next}` : null,
      results: page.map(({ id: file, metadata }) => ({ id: file, metadata })),
    })
  }

  const trainings: TrainingsDouble = {
    begun: [],
    files: new Map(),
    contents: [],
    models: new Map(),
    forgotten: [],
    startingLooks: 0,
    log: '',
    get: (id) => trainings.begun.find((training) => training.id === id),

    async answer(request, path, body, response) {
      const method = request.method ?? ''
      const [, kind, ...rest] = path.split('/')
      if (kind === 'files' && method === 'POST') {
        const type = request.headers['content-type'] ?? ''
        const form = await new Response(new Uint8Array(body), {
          headers: { 'content-type': type },
        }).formData()
        const read = async (name: string) =>
          Buffer.from(await (form.get(name) as File).arrayBuffer())
        const id = randomUUID()
        const content = await read('content')
        const metadata = JSON.parse((await read('metadata')).toString())
        trainings.contents.push(content)
        trainings.files.set(id, { id, metadata, content })
        sendJson(response, 201, { id, metadata, urls: { get: `${double().url}/v1/files/${id}` } })
      } else if (kind === 'files') answerFiles(method, rest[0], response)
      else if (kind === 'trainings') {
        const found = trainings.get(rest[0] ?? '')
        if (rest.length === 0) {
          const results = trainings.begun.toReversed().map(present)
          sendJson(response, 200, { previous: null, next: null, results })
        } else if (!found) sendJson(response, 404, { detail: 'Not found' })
        else if (rest[1] === 'cancel') {
          if (!isEnded(found)) {
            found.cancelled = true
            double().cancelled.push(found.id)
          }
          sendJson(response, 200, present(found))
        } else look(found, response)
      } else if (kind === 'models' && rest.length === 0) {
        const { owner, name, visibility } = JSON.parse(body.toString())
        if (trainings.models.has(name)) sendJson(response, 409, { detail: 'It exists.' })
        else {
          trainings.models.set(name, visibility)
          sendJson(response, 201, { owner, name, visibility })
        }
      } else if (kind === 'models' && rest[4] === 'trainings') {
        begin(`${rest[0]}/${rest[1]}:${rest[3]}`, body, response)
      } else if (kind === 'models' && method === 'DELETE') {
        trainings.forgotten.push(`${rest[0]}/${rest[1]}:${rest[3]}`)
        response.statusCode = 202
        response.end()
      } else if (kind === 'models' && rest.length === 2 && method === 'GET') {
        const visibility = rest[0] === OWNER ? trainings.models.get(rest[1] ?? '') : undefined
        if (visibility) sendJson(response, 200, { owner: OWNER, name: rest[1], visibility })
        else sendJson(response, 404, { detail: 'Not found' })
      } else return false
      return true
    },

    sendWeights(path, response) {
      const made = trainings.get(path.slice(1, -'.tar'.length))
      if (!made || made.fault === 'result gone') return sendJson(response, 404, {})
      if (made.fault === 'garbage result') return void response.end('<html>')
      const whole = tarOf([
        { name: 'output/flux_train_replicate/config.yaml', data: Buffer.from('job: x') },
        { name: 'output/flux_train_replicate/lora.safetensors', data: TRAINED_FILE },
      ])
      response.end(made.fault === 'half an image' ? whole.subarray(0, 1700) : whole)
    },
  }
  return trainings
}
