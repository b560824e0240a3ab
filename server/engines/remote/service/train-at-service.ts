import type { DrawingModel } from '#contract/service-model-entry.ts'
import type { Outbound } from '#server/platform/outbound-http.ts'
import { zipFiles } from '#server/platform/zip-files.ts'
import { t } from '#server/texts/index.ts'
import {
  EngineError,
  type EngineOperation,
  type TrainedKind,
  type TrainingEngine,
  type TrainingRequest,
} from '../../spec/index.ts'
import { NoLora, readTrainedFile } from '../trained-file.ts'
import type { Catalogue } from './catalogue.ts'
import { fetchFile } from './fetch-result.ts'
import { fillInput } from './fill-input.ts'
import { readOperation, storeOperation } from './operation.ts'
import { ServiceError, workFailed, workLost } from './service-error.ts'
import { subjectWords, TRIGGER } from './name-trained.ts'
import type { TrainingCalls, TrainingState } from './training-calls.ts'
import { unthrottled } from './unthrottled.ts'
import { type WakeUps, type Patience, waitForCall } from './wait-for-call.ts'

interface Service {
  name: string
  calls: TrainingCalls
  catalogue: Catalogue
  outbound: Outbound
  wakeUps: WakeUps
  patience: Patience
  hasWebhook: boolean
  webhookUrl: string | null
}

type Training = NonNullable<DrawingModel['training']>

/** A LoRA of FLUX of rank 16 is 90 to 180 MB, one of SDXL of rank 32 is 180 MB. */
const MOST_BYTES = 512 * 1024 ** 2
const FETCH_MS = 15 * 60_000
const LONGEST_MS = 6 * 3_600_000

function trainings(catalogue: Catalogue): Map<string, Training> {
  return new Map(
    Object.entries(catalogue).flatMap(([id, entry]) =>
      entry.does === 'draw' && entry.withLoras && entry.training ? [[id, entry.training]] : [],
    ),
  )
}

/**
 * Trainings at a service: a zip of the pictures with a caption each goes there, and a safetensors file comes back, alone or in a tar.
 * Steps and losses are told as far as the service's log has them; there are no samples on the way. Null for one without a model that
 * can be trained.
 */
export function trainAtService(service: Service): TrainingEngine | null {
  const { name, calls } = service
  const { trainingMs = LONGEST_MS } = service.patience
  const known = trainings(service.catalogue)
  if (known.size === 0) return null
  const followed = new Map<string, AbortController>()

  async function order(request: TrainingRequest, training: Training, key: string | null) {
    const pictures = await zipPictures(request)
    const input = fillInput(training.input, {
      pictures: await unthrottled(() => calls.upload(pictures, 'application/zip', key)),
      trigger: TRIGGER,
      isStyle: request.kind === 'style',
      steps: request.steps ?? training.steps,
      seed: request.seed % 2 ** 31,
    })
    const { webhookUrl } = service
    return unthrottled(() => calls.submit(training.endpoint, input, { webhookUrl, key }))
  }

  /** Deletes at the service what is kept there of a training that failed for good. */
  async function forget(keptAs: string | null | undefined): Promise<void> {
    if (keptAs) await calls.forget?.(keptAs)
  }

  /** @throws ServiceError what was made is no LoRA, which it will not become */
  async function fetchTrained(now: Extract<TrainingState, { state: 'done' }>, signal: AbortSignal) {
    const [url] = now.files
    if (url === undefined) throw workFailed(name, 'no file came of a training')
    const { outbound } = service
    const asked = { service: name, maxBytes: MOST_BYTES, timeoutMs: FETCH_MS, signal }
    const file = await fetchFile(outbound, url, asked)
    try {
      return readTrainedFile(file)
    } catch (error) {
      if (!(error instanceof NoLora)) throw error
      await forget(now.keptAs).catch(() => undefined)
      throw trainingFailed(name, `what it trained is ${error.message}`)
    }
  }

  return {
    stopsAtOnce: false,
    photosGoTo: name,
    models: async () => [...known.keys()],

    async start(request, beginning): Promise<EngineOperation> {
      const training = known.get(request.model)
      if (!training) throw missing(request.model)
      const { key = null, begunSince = null } = beginning ?? {}
      const begun = key !== null && begunSince ? await calls.find?.(key, begunSince) : null
      const id = begun ?? (await order(request, training, key))
      return storeOperation(name, {
        model: request.model,
        seed: null,
        size: null,
        fit: 'exact',
        begunAt: Date.now(),
        calls: [{ index: 0, endpoint: training.endpoint, id }],
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
      const timeout = setTimeout(
        () => stop.abort(tooLong(name)),
        Math.max(0, (work.begunAt ?? Date.now()) + trainingMs - Date.now()),
      )
      /** When it was first seen at work. */
      let workedSince: number | null = null
      const result = (outcome: 'succeeded' | 'cancelled') => ({
        outcome,
        engineMs: performance.now() - started,
      })
      /** What is billed of a training that did not come to its end. */
      const partCost = () =>
        workedSince === null ? 0 : costOf(training, (performance.now() - workedSince) / 1000)
      try {
        const ended = await waitForCall(calls, call, {
          ...service,
          signal: stop.signal,
          onRunning({ ahead, waits, told }) {
            const { step = 0, steps = training.steps, curve = [] } = told ?? {}
            if (ahead === null && !waits) workedSince ??= performance.now()
            onProgress({
              step,
              steps,
              fraction: step / steps,
              ...(curve.length > 0 && { curve }),
              ...(ahead === null ? !waits && { begun: true } : { ahead }),
              previews: [],
            })
          },
        }).catch((error: unknown) => {
          if (!(error instanceof ServiceError) || error.code !== 'picture_failed') throw error
          // What the service says of its work it will say again.
          const { message, billedSeconds } = error
          throw withCost(trainingFailed(name, message), costOf(training, billedSeconds))
        })
        const data = await fetchTrained(ended, stop.signal).catch((error: unknown) => {
          throw withCost(error, costOf(training, ended.seconds))
        })
        const { told, keptAs } = ended
        const step = told?.steps ?? training.steps
        const kept = keptAs === undefined ? {} : { keptAs }
        await onOutput({ step, data, curve: told?.curve ?? [], samples: [], ...kept })
        return { ...result('succeeded'), costMicros: costOf(training, ended.seconds) }
      } catch (error) {
        if (stop.signal.aborted) {
          if (!(stop.signal.reason instanceof EngineError))
            return { ...result('cancelled'), costMicros: partCost() }
          await calls.cancel(call).catch(() => undefined)
          throw withCost(stop.signal.reason, partCost())
        }
        throw error
      } finally {
        clearTimeout(timeout)
        followed.delete(operation.id)
      }
    },

    async cancel(operation) {
      followed.get(operation.id)?.abort()
      for (const call of readOperation(operation)?.calls ?? []) {
        await calls.cancel(call).catch(() => undefined)
        // It may have come to its end before it heard of this.
        const now = await calls.read(call, AbortSignal.timeout(READ_MS)).catch(() => null)
        await forget(now?.keptAs).catch(() => undefined)
      }
    },

    ...(calls.forget && { forget: ({ keptAs }) => forget(keptAs) }),
  }
}

const READ_MS = 30_000

const costOf = ({ cost: { dollars, per } }: Training, seconds: number | null): number =>
  Math.round(
    dollars * (per === 'second' || per === 'compute_second' ? (seconds ?? 0) : 1) * 1_000_000,
  )

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

function trainingFailed(service: string, detail: string): ServiceError {
  return new ServiceError('picture_failed', `${service}: ${detail}`.slice(0, MOST_WORDS), {
    status: null,
    retryable: false,
    userMessage: t('engines.trainingFailed'),
  })
}

const MOST_WORDS = 400

function tooLong(service: string): EngineError {
  return new EngineError('engine_failed', `${service} did not end a training in time`, {
    retryable: false,
    userMessage: t('engines.trainingTooLong'),
  })
}

/** The failure, with what the service charged for it added. */
function withCost(error: unknown, costMicros: number): unknown {
  if (!(error instanceof EngineError) || costMicros === 0) return error
  const { code, message, retryable, userMessage } = error
  return new EngineError(code, message, { retryable, userMessage, costMicros, cause: error })
}

function missing(model: string): EngineError {
  return new EngineError('model_missing', `The service does not train ${model}`, {
    retryable: true,
    userMessage: t('engines.notTrainedNow'),
  })
}
