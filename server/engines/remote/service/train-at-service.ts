import type { Outbound } from '#server/platform/outbound-http.ts'
import { zipFiles } from '#server/platform/zip-files.ts'
import {
  EngineError,
  type EngineOperation,
  type TrainedKind,
  type TrainingEngine,
  type TrainingRequest,
} from '../../spec/index.ts'
import type { Catalogue, DrawingModel } from './catalogue.ts'
import { fetchFile } from './fetch-result.ts'
import { fillInput } from './fill-input.ts'
import { readOperation, storeOperation } from './operation.ts'
import type { Upload } from './plan-order.ts'
import type { ServiceClient } from './service-client.ts'
import { workFailed, workLost } from './service-error.ts'
import { subjectWords, TRIGGER } from './name-trained.ts'
import { type Hints, type Patience, waitForCall } from './wait-for-call.ts'

interface Service {
  name: string
  client: ServiceClient
  catalogue: Catalogue
  outbound: Outbound
  hints: Hints
  patience: Patience
  hasWebhook: boolean
  upload: Upload
  submit(endpoint: string, input: Record<string, unknown>, begunSince: Date | null): Promise<string>
}

type Training = NonNullable<DrawingModel['training']>

/** A LoRA of FLUX of rank 16 is 90 MB, one of SDXL of rank 32 is 180 MB. */
const MOST_BYTES = 512 * 1024 ** 2

function trainings(catalogue: Catalogue): Map<string, Training> {
  return new Map(
    Object.entries(catalogue).flatMap(([id, entry]) =>
      entry.does === 'draw' && entry.withLoras && entry.training ? [[id, entry.training]] : [],
    ),
  )
}

/**
 * Trainings at a service: a zip of the pictures with a caption each goes there, and a safetensors file comes back. The service tells
 * neither steps nor loss, and shows no samples on the way. Null for one without a model that can be trained.
 */
export function trainAtService(service: Service): TrainingEngine | null {
  const { name, client } = service
  const known = trainings(service.catalogue)
  if (known.size === 0) return null
  const followed = new Map<string, AbortController>()

  return {
    stopsAtOnce: false,
    photosGoTo: name,
    models: async () => [...known.keys()],

    async start(request, beginning): Promise<EngineOperation> {
      const training = known.get(request.model)
      if (!training) throw missing(request.model)
      const input = fillInput(training.input, {
        pictures: await service.upload(await zipPictures(request), 'application/zip'),
        trigger: TRIGGER,
        isStyle: request.kind === 'style',
        steps: request.steps ?? training.steps,
        seed: request.seed % 2 ** 31,
      })
      const { endpoint } = training
      const id = await service.submit(endpoint, input, beginning?.begunSince ?? null)
      return storeOperation(name, {
        model: request.model,
        seed: null,
        size: null,
        fit: 'exact',
        calls: [{ index: 0, endpoint, id }],
      })
    },

    async follow(operation, { onProgress, onOutput }) {
      const work = readOperation(operation)
      const [call] = work?.calls ?? []
      const training = work && known.get(work.model)
      if (!call || !training) throw workLost(name, operation.id)
      const stop = new AbortController()
      followed.set(operation.id, stop)
      const started = performance.now()
      const { steps } = training
      const result = (outcome: 'succeeded' | 'cancelled') => ({
        outcome,
        engineMs: performance.now() - started,
      })
      try {
        const ended = await waitForCall(client, call, {
          ...service,
          signal: stop.signal,
          onRunning: (ahead) =>
            onProgress({
              step: 0,
              steps,
              fraction: 0,
              ...(ahead === null ? { begun: true } : { ahead }),
              previews: [],
            }),
        })
        const [url] = ended.files
        if (url === undefined) throw workFailed(name, 'no file came of a training')
        const data = await fetchFile(service.outbound, url, {
          service: name,
          maxBytes: MOST_BYTES,
          signal: stop.signal,
        })
        checkSafetensors(name, data)
        await onOutput({ step: steps, data, curve: [], samples: [] })
        return { ...result('succeeded'), costMicros: costOf(training, ended.seconds) }
      } catch (error) {
        if (stop.signal.aborted) return result('cancelled')
        throw error
      } finally {
        followed.delete(operation.id)
      }
    },

    async cancel(operation) {
      followed.get(operation.id)?.abort()
      const calls = readOperation(operation)?.calls ?? []
      await Promise.all(calls.map((call) => client.cancel(call).catch(() => undefined)))
    },
  }
}

const costOf = ({ cost: { dollars, per } }: Training, seconds: number | null): number =>
  Math.round(dollars * (per === 'second' ? (seconds ?? 0) : 1) * 1_000_000)

/** `photo-01.png` with `photo-01.txt`, as trainers of LoRAs read them. */
async function zipPictures({ pictures, kind }: TrainingRequest): Promise<Uint8Array> {
  const writtenAt = new Date()
  async function* entries() {
    for (const [at, { image, caption }] of pictures.entries()) {
      const name = `photo-${String(at + 1).padStart(2, '0')}`
      yield { name: `${name}.png`, data: image, writtenAt }
      yield { name: `${name}.txt`, data: Buffer.from(captionOf(caption, kind)), writtenAt }
    }
  }
  const parts: Uint8Array[] = []
  for await (const part of zipFiles(entries())) parts.push(part)
  return Buffer.concat(parts)
}

/** The word to be learned stands in each caption, or the training would not connect it with what the picture shows. */
const captionOf = (caption: string, kind: TrainedKind): string =>
  kind === 'style'
    ? `${caption}, ${subjectWords(kind)}`
    : [subjectWords(kind), caption].filter((words) => words !== '').join(', ')

/** Eight bytes with the length of a JSON header, then that header. @throws EngineError */
function checkSafetensors(service: string, data: Uint8Array): void {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const length = data.byteLength > 8 ? view.getBigUint64(0, true) : 0n
  const isOne = length > 1n && length < BigInt(data.byteLength) && data[8] === 0x7b
  if (!isOne) throw workFailed(service, 'what it trained is no safetensors file')
}

function missing(model: string): EngineError {
  return new EngineError('model_missing', `The service does not train ${model}`, {
    retryable: true,
    userMessage: 'This model cannot be trained right now.',
  })
}
