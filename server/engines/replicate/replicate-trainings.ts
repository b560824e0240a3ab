import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type Replicate from 'replicate'
import { z } from 'zod'
import { readTrainingLog } from '../remote/read-training-log.ts'
import {
  brokenService,
  notAccepted,
  ServiceError,
  workFailed,
  workLost,
} from '../remote/service/service-error.ts'
import type { TrainingCalls, TrainingState } from '../remote/service/training-calls.ts'
import { judgeFailedWork } from './judge-replicate.ts'

const SERVICE = 'replicate'

/** Where what is trained is kept: one model of the account, with a version for each training. */
const DESTINATION = 'atelier-trainings'
/** A model must name some; what was trained by their trainer is run on what that one says. */
const HARDWARE = 'gpu-h100'
/** Field of a file that tells which training its photos belong to, without naming it. */
const MARK = 'atelier_training'
/** The clocks of two machines differ. */
const CLOCKS_MS = 5_000
const MOST_PAGES = 20

const Training = z.object({
  id: z.string().min(1),
  status: z.enum(['starting', 'processing', 'succeeded', 'failed', 'canceled', 'aborted']),
  input: z.record(z.string(), z.unknown()).nullish(),
  output: z.object({ version: z.string().nullish(), weights: z.string().nullish() }).nullish(),
  error: z.unknown().optional(),
  logs: z.string().nullish(),
  metrics: z.object({ predict_time: z.number().nullish() }).nullish(),
  started_at: z.string().nullish(),
  completed_at: z.string().nullish(),
})
type Training = z.output<typeof Training>
const Page = z.object({ next: z.string().nullish(), results: z.array(z.unknown()) })
const ListedFile = z.object({
  id: z.string(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
})
const ListedTraining = z.object({ id: z.string(), created_at: z.string(), input: z.unknown() })
const Model = z.object({ visibility: z.string() })
const VERSION = /^(?<owner>[\w.-]+)\/(?<name>[\w.-]+):(?<version>[\w-]+)$/

interface Options {
  replicate: Replicate
  /** @throws ServiceError */
  ask<T>(question: Promise<T>): Promise<T>
}

/**
 * Replicate's trainings. It takes no keys of ours, but keeps a mark with each file: a training is found again by the photos that were
 * uploaded for it. When it has ended they are deleted there.
 */
export function createReplicateTrainings({ replicate, ask }: Options): TrainingCalls {
  let destination: Promise<string> | null = null
  const cleared = new LRUCache<string, true>({ max: MOST_CLEARED })

  async function get(path: string, signal?: AbortSignal): Promise<unknown> {
    const answer = await ask(replicate.request(path, { method: 'GET', ...(signal && { signal }) }))
    try {
      return await answer.json()
    } catch {
      throw brokenService(SERVICE, 'answered with something that is no JSON')
    }
  }

  const isStatus = (error: unknown, status: number) =>
    error instanceof ServiceError && error.status === status

  /** The items of a list, newest first, until `wants` has enough. */
  async function readList(path: string, wants: (item: unknown) => boolean): Promise<void> {
    let next: string | null = path
    for (let page = 0; next !== null && page < MOST_PAGES; page++) {
      const answer: z.output<typeof Page> | undefined = Page.safeParse(await get(next)).data
      if (!answer) throw brokenService(SERVICE, `gave no list for ${path}`)
      if (!answer.results.every(wants)) return
      next = answer.next ?? null
    }
  }

  async function findFiles(key: string): Promise<string[]> {
    const found: string[] = []
    await readList('/files', (item) => {
      const file = ListedFile.safeParse(item).data
      if (file?.metadata?.[MARK] === markOf(key)) found.push(file.id)
      return true
    })
    return found
  }

  async function findByFiles(files: readonly string[], since: Date): Promise<string | null> {
    let found: string | null = null
    if (files.length === 0) return null
    await readList('/trainings', (item) => {
      const training = ListedTraining.safeParse(item).data
      if (!training) return true
      if (Date.parse(training.created_at) < since.getTime() - CLOCKS_MS) return false
      const input = JSON.stringify(training.input ?? null)
      if (files.some((file) => input.includes(`/files/${file}`))) found = training.id
      return found === null
    })
    return found
  }

  async function prepareDestination(): Promise<string> {
    const { username: owner } = await ask(replicate.accounts.current())
    const path = `/models/${owner}/${DESTINATION}`
    const model = await get(path).catch((error: unknown) => {
      if (isStatus(error, 404)) return null
      throw error
    })
    if (model !== null) {
      // Whoever finds a public model can draw these people.
      if (Model.safeParse(model).data?.visibility !== 'private')
        throw notAccepted(SERVICE, 200, `the model ${owner}/${DESTINATION} is not private`)
      return `${owner}/${DESTINATION}`
    }
    const made = { name: DESTINATION, visibility: 'private' as const, hardware: HARDWARE }
    await ask(replicate.models.create(owner, made.name, made)).catch((error: unknown) => {
      // Another process was faster.
      if (!isStatus(error, 409)) throw error
    })
    return `${owner}/${DESTINATION}`
  }

  async function findDestination(): Promise<string> {
    destination ??= prepareDestination()
    try {
      return await destination
    } catch (error) {
      destination = null
      throw error
    }
  }

  /** The photos of a training that is over; those that cannot be deleted are by Replicate itself, a day later. */
  async function clearFiles({ id, input }: Training): Promise<void> {
    if (cleared.has(id)) return
    cleared.set(id, true)
    for (const [, file = ''] of JSON.stringify(input ?? {}).matchAll(/\/files\/([\w-]+)/g)) {
      await ask(replicate.files.delete(file)).catch(() => undefined)
    }
  }

  return {
    find: async (key, since) => findByFiles(await findFiles(key), since),

    async upload(file, type, key) {
      const blob = new Blob([new Uint8Array(file)], { type })
      const mark = key === null ? {} : { [MARK]: markOf(key) }
      const { urls } = await ask(replicate.files.create(blob, mark))
      return urls.get
    },

    async submit(endpoint, input, { webhookUrl, key }) {
      const { owner, name, version } = VERSION.exec(endpoint)?.groups ?? {}
      if (!owner || !name || !version) throw notAccepted(SERVICE, 404, `no version in ${endpoint}`)
      const started = new Date()
      const order = {
        destination: (await findDestination()) as `${string}/${string}`,
        input,
        ...(webhookUrl !== null && {
          webhook: webhookUrl,
          webhook_events_filter: ['completed' as const],
        }),
      }
      try {
        const answer = await ask(replicate.trainings.create(owner, name, version, order))
        const id = Training.pick({ id: true }).safeParse(answer).data?.id
        if (id === undefined) throw brokenService(SERVICE, 'gave a training no id')
        return id
      } catch (error) {
        const mayHaveArrived =
          error instanceof ServiceError && (error.status === null || error.status >= 500)
        const files = key === null || !mayHaveArrived ? [] : await findFiles(key).catch(() => [])
        const found = await findByFiles(files, started).catch(() => null)
        if (found) return found
        throw error
      }
    },

    async read({ id }, signal) {
      const answer = await get(`/trainings/${id}`, signal).catch((error: unknown) => {
        throw isStatus(error, 404) ? workLost(SERVICE, id) : error
      })
      const training = Training.safeParse(answer).data
      if (!training) throw brokenService(SERVICE, 'told no known status of a training')
      const isRunning = training.status === 'starting' || training.status === 'processing'
      if (!isRunning) void clearFiles(training)
      return stateOf(training)
    },

    async cancel({ id }) {
      await ask(replicate.trainings.cancel(id))
    },

    async forget(keptAs) {
      const { owner, name, version } = VERSION.exec(keptAs)?.groups ?? {}
      if (!owner || !name || !version) return
      const path = `/models/${owner}/${name}/versions/${version}`
      await ask(replicate.request(path, { method: 'DELETE' })).catch((error: unknown) => {
        if (!isStatus(error, 404)) throw error
      })
    },
  }
}

const MOST_CLEARED = 10_000

const markOf = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 32)

/** @throws ServiceError for one that failed */
function stateOf(training: Training): TrainingState {
  const { status, output, error, logs } = training
  const told = readTrainingLog(logs ?? '')
  if (status === 'starting') return { state: 'running', ahead: null, waits: true, told }
  if (status === 'processing') return { state: 'running', ahead: null, told }
  const seconds = secondsOf(training)
  if (status !== 'succeeded') throw judgeFailedWork(`training ${status}`, error, seconds)
  if (!output?.weights) throw workFailed(SERVICE, 'a training gave no weights', seconds)
  const { weights, version } = output
  const kept = version && VERSION.test(version) ? { keptAs: version } : {}
  return { state: 'done', files: [weights], text: null, seconds, told, ...kept }
}

function secondsOf({ metrics, started_at: began, completed_at: ended }: Training): number | null {
  if (metrics?.predict_time != null) return metrics.predict_time
  return began && ended ? Math.max(0, (Date.parse(ended) - Date.parse(began)) / 1000) : null
}
