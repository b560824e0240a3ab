import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { within } from '#server/platform/process/within.ts'
import { t } from '#server/texts/index.ts'
import { noControl } from '../remote/control-nets.ts'
import { noModel, noSampler } from '../remote/missing-model.ts'
import { prepareControl, prepareShownControl } from '../remote/prepare-control.ts'
import { type PreparedSource, prepareSource } from '../remote/prepare-source.ts'
import { RemoteError } from '../remote/remote-error.ts'
import { createRemoteServer, type RemoteServer } from '../remote/remote-server.ts'
import { parseServerAddress } from '../remote/server-address.ts'
import {
  downBecauseOf,
  type Engine,
  EngineError,
  type EngineOperation,
  type ImageEngine,
  type ImageRequest,
  type OperationResult,
  type WordsEngine,
} from '../spec/index.ts'
import { base64, type Found } from './build-call.ts'
import { detectControl } from './control-net.ts'
import { drawBySdapi, stopTask, taskIdOf } from './draw-by-sdapi.ts'
import {
  cancelSdcppJobs,
  followSdcppJobs,
  SdcppOperation,
  submitSdcppJobs,
} from './draw-by-sdcpp.ts'
import { type Abilities, type Dialect, readAbilities, readLoadedModel } from './read-abilities.ts'

const HEALTH_MS = 3_000
/** A request that nobody follows is forgotten after this long. */
const KEPT_MS = 10 * 60_000

/** As long as an sd-server takes to load its model again. */
const PATIENCE_MS = 60_000

/** How long a cancel waits for the server to hear of it; the rest goes on behind. */
const STOP_WITHIN_MS = 2_000

/** A request that is followed in this process. */
interface Begun {
  /** Null: another process began it. */
  found: Found | null
  stop: AbortController
  /** What A1111 draws now. */
  task: { current: string | null }
}

/**
 * A server with A1111's API: AUTOMATIC1111, Forge, SD.Next, or stable-diffusion.cpp's `sd-server`. The first three
 * draw while a call stays open, so a restart of the worker begins a request again; sd-server has jobs of its own, which
 * are found again by their ids.
 * @param address with credentials, as `parseServerAddress` takes it
 * @param options.patienceMs how long an sd-server may be away while it draws, milliseconds
 */
export function createA1111Engine(
  address: string,
  { patienceMs = PATIENCE_MS }: { patienceMs?: number } = {},
): Engine {
  const place = parseServerAddress(address)
  const name = `a1111-${place.key}`
  const server = createRemoteServer(`${name} (${place.label})`, place)
  const begun = new Map<string, Begun>()
  let dialect: Dialect | null = null
  let running = 0

  async function detect(): Promise<Dialect> {
    if (dialect) return dialect
    const isSdcpp = await server
      .call('/sdcpp/v1/capabilities', z.unknown(), { timeoutMs: HEALTH_MS })
      .then(() => true)
      .catch((error: unknown) => {
        if (error instanceof RemoteError && error.status !== null && error.status < 500)
          return false
        throw error
      })
    return (dialect = isSdcpp ? 'sdcpp' : 'sdapi')
  }

  async function read(): Promise<Abilities> {
    try {
      return await readAbilities(server, await detect())
    } catch (error) {
      // Another program may answer here next time.
      dialect = null
      throw error
    }
  }

  function remember(id: string, found: Found | null): Begun {
    const entry: Begun = { found, stop: new AbortController(), task: { current: null } }
    begun.set(id, entry)
    return entry
  }

  /** Forgets work that nobody follows, after a while. */
  function forgetLater(id: string, entry: Begun): void {
    const forget = () => {
      if (entry.task.current === null) begun.delete(id)
    }
    setTimeout(forget, KEPT_MS).unref()
  }

  const image: ImageEngine = {
    get stopsAtOnce() {
      return dialect !== 'sdcpp'
    },
    async models() {
      return (await read()).models.map(({ model }) => model)
    },
    async fitLoras(_model, ids) {
      const { loras } = await read()
      return ids.map((id) => {
        const isThere = loras.some((lora) => lora.id === id)
        return { id, hash: '', problem: isThere ? null : t('common.noSuchLora', { name: id }) }
      })
    },
    async showControl(model, control, signal) {
      const found = (await read()).models.find((entry) => entry.model.id === model)
      const module = found?.controls.get(control.kind)?.module
      if (!module) throw noControl(control.kind)
      const file = base64(await prepareShownControl(control))
      return detectControl(server, module, file, signal)
    },
    async start(request) {
      const found = await findFor(request, await read())
      const id =
        dialect === 'sdcpp'
          ? JSON.stringify(await submitSdcppJobs(server, found))
          : `atelier-${randomUUID()}`
      forgetLater(id, remember(id, found))
      return { engine: name, id }
    },
    async follow(operation, handlers) {
      const { id } = operation
      const jobs = sdcppOperationOf(operation)
      const known = begun.get(id)
      if (!known && !jobs) {
        void stopTask(server, taskIdOf(id, 0))
        throw lost(operation)
      }
      const entry = known ?? remember(id, null)
      return followUntilStopped(operation, entry, async (signal) => {
        if (jobs)
          return followSdcppJobs(server, jobs, sourceOf(jobs, entry, operation), handlers, {
            signal,
            patienceMs,
          })
        if (!entry.found) throw lost(operation)
        return drawBySdapi({ ...entry.found, server, id, task: entry.task }, handlers, signal)
      })
    },
    async cancel(operation) {
      const entry = begun.get(operation.id)
      entry?.stop.abort()
      begun.delete(operation.id)
      const jobs = sdcppOperationOf(operation)
      const task = entry?.task.current
      if (jobs) await cancelSdcppJobs(server, jobs.jobs)
      else if (task) await within(STOP_WITHIN_MS, stopTask(server, task))
    },
  }

  const words: WordsEngine = {
    async models() {
      // An engine that cannot be reached offers nothing; what an older or another program lacks is not there.
      if ((await detect()) === 'sdcpp' || !(await canDescribe(server))) return []
      return [{ task: 'describe_image', id: 'interrogate', name: 'CLIP interrogator', licence: '' }]
    },
    async write(request, signal) {
      if (request.task !== 'describe_image') throw cannotWrite(name)
      const { caption } = await server.call('/sdapi/v1/interrogate', Caption, {
        body: { image: Buffer.from(request.image).toString('base64'), model: 'clip' },
        timeoutMs: DESCRIBE_MS,
        signal,
      })
      return { text: caption }
    },
  }

  async function followUntilStopped(
    operation: EngineOperation,
    { stop: { signal } }: Begun,
    draw: (signal: AbortSignal) => Promise<void>,
  ): Promise<OperationResult> {
    const started = performance.now()
    const result = (outcome: OperationResult['outcome']) => ({
      outcome,
      engineMs: performance.now() - started,
    })
    running += 1
    try {
      await draw(signal)
      return result(signal.aborted ? 'cancelled' : 'succeeded')
    } catch (error) {
      if (signal.aborted) return result('cancelled')
      // The follower could not take a picture, or the server failed: no more of them are wanted.
      await image.cancel(operation)
      throw error
    } finally {
      running -= 1
      begun.delete(operation.id)
    }
  }

  return {
    name,
    image,
    words,
    async health() {
      try {
        const abilities = await read()
        if (abilities.models.length === 0)
          return {
            state: 'down',
            detail: `${name} has no model`,
            trouble: 'no_model',
            load: running,
          }
        // sd-server has the one model that it was started with.
        const loaded = dialect === 'sdapi' ? await readLoadedModel(server, abilities) : undefined
        return {
          state: 'ready',
          detail: null,
          load: running,
          ...(loaded !== undefined && { loaded: [loaded] }),
        }
      } catch (error) {
        return downBecauseOf(error, running)
      }
    },
    async dispose() {
      for (const { stop } of begun.values()) stop.abort()
      await server.close()
    },
  }
}

const Caption = z.object({ caption: z.string() })
/** Limit of a description: it may wait behind a drawing, and load its models first. */
const DESCRIBE_MS = 120_000

/** The call exists where another method of it is what is refused. */
async function canDescribe(server: RemoteServer): Promise<boolean> {
  try {
    await server.call('/sdapi/v1/interrogate', z.unknown(), { timeoutMs: HEALTH_MS })
    return false
  } catch (error) {
    return error instanceof RemoteError && error.status === 405
  }
}

function cannotWrite(name: string): EngineError {
  return new EngineError('unsupported', `${name} improves no prompts`, {
    retryable: false,
    userMessage: t('engines.notNow'),
  })
}

/** What a request needs of the server. Throws EngineError `model_missing`, `unsupported`. */
async function findFor(request: ImageRequest, abilities: Abilities): Promise<Found> {
  const model = abilities.models.find((entry) => entry.model.id === request.model)
  if (!model) throw noModel(`The server has no model ${request.model}`)
  const sampler = abilities.samplers.get(request.sampler)
  if (!sampler) throw noSampler(request.sampler)
  for (const { model: id } of request.loras) {
    if (!abilities.loras.some((lora) => lora.id === id)) throw noLora(id)
  }
  const source = request.source ? await prepareSource(request.source, request) : null
  const { controls: asked = [] } = request
  const gone = asked.find(({ kind, isMap }) => {
    const tools = model.controls.get(kind)
    return !tools || (tools.module === null && !isMap)
  })
  if (gone) throw noControl(gone.kind)
  const size = source?.size ?? request
  const controls = await Promise.all(asked.map((one) => prepareControl(one, size)))
  return { request, model, sampler, abilities, source, controls }
}

/** A1111 draws on without a LoRA that it does not have, and sd-server does not say what it refuses. */
function noLora(id: string): EngineError {
  return new EngineError('unsupported', `The server has no LoRA ${id}`, {
    retryable: false,
    userMessage: t('common.noSuchLora', { name: id }),
  })
}

/** Null for the id of a request that A1111 draws. */
function sdcppOperationOf({ id }: EngineOperation): SdcppOperation | null {
  if (!id.startsWith('{')) return null
  return SdcppOperation.safeParse(JSON.parse(id)).data ?? null
}

/** What a mask left alone is only known to the process that began the request. */
function sourceOf(
  { onSource }: SdcppOperation,
  { found }: Begun,
  operation: EngineOperation,
): PreparedSource | null {
  if (onSource && !found) throw lost(operation)
  return found?.source ?? null
}

function lost({ engine }: EngineOperation): EngineError {
  return new EngineError('operation_lost', `${engine} draws nothing that this process began`, {
    retryable: true,
    userMessage: t('engines.restartedDrawing'),
  })
}
