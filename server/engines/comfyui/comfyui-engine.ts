import { createRemoteServer } from '../remote/remote-server.ts'
import { parseServerAddress } from '../remote/server-address.ts'
import {
  downBecauseOf,
  type Engine,
  EngineError,
  type EngineOperation,
  type Following,
  type ImageEngine,
  type OperationResult,
  type ToolEngine,
  type VideoEngine,
} from '../spec/index.ts'
import { cancelPrompts, forgetPrompts } from './comfy-api.ts'
import { fetchFilm } from './fetch-film.ts'
import { fetchImage } from './fetch-image.ts'
import { followPrompts, type Making } from './follow-prompts.ts'
import { loadTemplates } from './load-templates.ts'
import { operationOf } from './operation.ts'
import { type Abilities, findAbilities } from './read-abilities.ts'
import { createArchitectureReader, readContents } from './read-server.ts'
import { showControl } from './show-control.ts'
import { startDrawing } from './start-drawing.ts'
import { startFilming } from './start-filming.ts'
import { startUpscaling } from './start-upscaling.ts'
import { startWorkflow } from './start-workflow.ts'
import { TAKEN_SIZE } from './taken-size.ts'
import { lost } from './wait-for-prompt.ts'
import { t } from '#server/texts/index.ts'

export interface ComfyuiOptions {
  /** With credentials, as `parseServerAddress` takes it. */
  address: string
  /** Folder of own workflow templates; it need not be there. */
  workflowsDir: string
  /** How long a server may be away while it works on something, milliseconds. */
  patienceMs?: number
}

/** What a server has changes seldom, and reading it is half a megabyte. */
const CACHED_MS = 10_000
/** As long as a ComfyUI takes to start again. */
const PATIENCE_MS = 60_000
/** A cancel of work that nobody follows is remembered for so long. */
const KEPT_MS = 10 * 60_000

/**
 * A ComfyUI server: draws and makes videos by workflow templates, which are data. Each picture or video is a prompt in the server's own queue, so
 * work goes on through a restart of this process and is found again by its ids.
 */
export function createComfyuiEngine({
  address,
  workflowsDir,
  patienceMs = PATIENCE_MS,
}: ComfyuiOptions): Engine {
  const place = parseServerAddress(address)
  const name = `comfyui-${place.key}`
  const server = createRemoteServer(`${name} (${place.label})`, place)
  const architectureOf = createArchitectureReader(server)
  const stops = new Map<string, AbortController>()
  let known: { abilities: Promise<Abilities>; until: number } | null = null
  let running = 0

  function read(): Promise<Abilities> {
    if (known && performance.now() < known.until) return known.abilities
    return readAnew()
  }

  function readAnew(): Promise<Abilities> {
    const abilities = Promise.all([readContents(server), loadTemplates(workflowsDir)]).then(
      ([contents, templates]) => findAbilities(contents, templates, architectureOf),
    )
    const entry = { abilities, until: performance.now() + CACHED_MS }
    known = entry
    abilities.catch(() => {
      if (known === entry) known = null
    })
    return abilities
  }

  function stopOf(id: string): AbortController {
    const stop = stops.get(id) ?? new AbortController()
    if (!stops.has(id)) {
      stops.set(id, stop)
      setTimeout(() => stops.delete(id), KEPT_MS).unref()
    }
    return stop
  }

  const followingOf = <Output>(making: Making<Output>): Following<Output> => ({
    // The server goes on with what was begun, and a later process takes it up.
    stopsAtOnce: false,
    async follow(operation, handlers): Promise<OperationResult> {
      const ours = operationOf(operation)
      if (!ours) throw lost(operation.id)
      const { signal } = stopOf(operation.id)
      const started = performance.now()
      const result = (outcome: OperationResult['outcome']) => ({
        outcome,
        engineMs: performance.now() - started,
      })
      running += 1
      try {
        await followPrompts({ server, operation: ours, patienceMs }, making, handlers, signal)
        return result(signal.aborted ? 'cancelled' : 'succeeded')
      } catch (error) {
        if (signal.aborted) return result('cancelled')
        // The follower could not take a picture, or the server failed: no more of them are wanted, nor taken up again.
        await cancel(operation)
        await forgetPrompts(
          server,
          ours.prompts.map(([, prompt]) => prompt),
        )
        throw error
      } finally {
        running -= 1
        stops.delete(operation.id)
      }
    },
    cancel,
  })

  async function cancel(operation: EngineOperation): Promise<void> {
    stopOf(operation.id).abort()
    const prompts = operationOf(operation)?.prompts ?? []
    await cancelPrompts(
      server,
      prompts.map(([, id]) => id),
    )
  }

  const following = followingOf({ makes: 'image', fetch: fetchImage })

  const begun = (operation: object): EngineOperation => ({
    engine: name,
    id: JSON.stringify(operation),
  })

  const image: ImageEngine = {
    ...following,
    models: async () => (await read()).models.map(({ model }) => model),
    async fitLoras(_model, ids) {
      const { loras } = await read()
      return ids.map((id) => {
        const isThere = loras.some((lora) => lora.id === id)
        return { id, hash: '', problem: isThere ? null : t('common.noSuchLora', { name: id }) }
      })
    },
    showControl: async (model, control, signal) =>
      showControl(server, await read(), model, control, { patienceMs, signal }),
    start: async (request, beginning) =>
      begun(await startDrawing(server, request, await read(), beginning)),
  }

  const tool: ToolEngine = {
    ...following,
    async models() {
      const { upscalers, workflows } = await read()
      const own = workflows.map(({ model }) => model)
      const [best] = upscalers
      if (!best) return own
      const id = best.file ?? ''
      const model = { tool: 'upscale', id, name: id, hash: '', licence: '' } as const
      return [{ ...model, sameForPro: true, ...TAKEN_SIZE }, ...own]
    },
    async start(request, beginning) {
      if (request.tool === 'run_workflow')
        return begun(await startWorkflow(server, request, await read(), beginning))
      if (request.tool !== 'upscale') throw otherTool(request.tool)
      return begun(await startUpscaling(server, request, await read(), beginning))
    },
  }

  const video: VideoEngine = {
    ...followingOf({ makes: 'video', fetch: fetchFilm }),
    models: async () => (await read()).films.map(({ model }) => model),
    start: async (request, beginning) =>
      begun(await startFilming(server, request, await read(), beginning)),
  }

  return {
    name,
    image,
    tool,
    video,
    async health() {
      try {
        const { models, films, workflows, problems } = await readAnew()
        const detail = problems.length > 0 ? problems.join('; ') : null
        return models.length + films.length + workflows.length > 0
          ? { state: 'ready', detail, load: running }
          : {
              state: 'down',
              detail: detail ?? `${name} has no model`,
              trouble: 'no_model',
              load: running,
            }
      } catch (error) {
        return downBecauseOf(error, running)
      }
    },
    async dispose() {
      for (const stop of stops.values()) stop.abort()
      await server.close()
    },
  }
}

function otherTool(tool: string): EngineError {
  return new EngineError('unsupported', `ComfyUI is not asked for ${tool}`, {
    retryable: false,
    userMessage: t('engines.toolNotNow'),
  })
}
