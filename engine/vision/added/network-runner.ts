import { fileURLToPath } from 'node:url'
import type { EngineImage, ToolRequest } from '#lib/engine-spec/index.ts'
import { toEngineError } from '../../process/worker-errors.ts'
import { createWorkerProcess } from '../../process/worker-process.ts'
import type { FromToolProcess, ToToolProcess } from '../tool-protocol.ts'
import type { ActiveNetworks, NetworkFiles } from './added-networks.ts'
import type { NetworkAdapter } from './adapter.ts'
import type { SampleWork } from './sample-request.ts'

const SCRIPT = fileURLToPath(new URL('../tool-process.ts', import.meta.url))
const ID = 'only'

interface Settings {
  threads: number
  modelsDir: string
  only: ActiveNetworks
}

/** Tries networks outside of the server, one at a time: one that breaks its process breaks nothing else. */
export interface NetworkRunner {
  /** @returns milliseconds of one run @throws {EngineError} it cannot be run */
  measure(files: NetworkFiles, adapter: NetworkAdapter, signal: AbortSignal): Promise<number>
  /** Does a tool's work, or shows depth or what is selected, with these networks, whatever is switched on. */
  run(
    only: ActiveNetworks,
    work: ToolRequest | SampleWork,
  ): Promise<{ image: EngineImage; ms: number }>
}

/** @param threads of one network run */
export function createNetworkRunner(threads: number, modelsDir: string): NetworkRunner {
  let last: Promise<unknown> = Promise.resolve()

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = last.then(work, work)
    last = next.catch(() => undefined)
    return next
  }

  return {
    measure: (files, adapter, signal) =>
      inTurn(async () => {
        const settings = { threads, modelsDir, only: {} }
        const { runMs } = await ask(settings, { type: 'measure', id: ID, files, adapter }, signal)
        return runMs
      }),
    run: (only, work) =>
      inTurn(async () => {
        const message = messageOf(work)
        const { image, runMs } = await ask({ threads, modelsDir, only }, message)
        if (!image) throw new Error('The tool ended without an image')
        return { image, ms: runMs }
      }),
  }
}

function messageOf(work: ToolRequest | SampleWork): ToToolProcess {
  if (work.tool !== 'show_depth' && work.tool !== 'show_selection')
    return { type: 'work', id: ID, request: work, isSold: false }
  return { type: work.tool, id: ID, image: work.image }
}

async function ask(
  settings: Settings,
  message: ToToolProcess,
  signal?: AbortSignal,
): Promise<{ image: EngineImage | null; runMs: number }> {
  signal?.throwIfAborted()
  const answer = Promise.withResolvers<{ image: EngineImage | null; runMs: number }>()
  let image: EngineImage | null = null
  let runMs: number | null = null
  const worker = createWorkerProcess<ToToolProcess, FromToolProcess>(
    settings,
    {
      onMessage(told) {
        if (told.type === 'image') image = told.image
        else if (told.type === 'measured') runMs = told.runMs
        else if (told.type === 'ended') answer.resolve({ image, runMs: runMs ?? told.engineMs })
        else if (told.type === 'failed') answer.reject(toEngineError(told.error))
      },
      onLost: answer.reject,
    },
    SCRIPT,
  )
  const stop = (): void => answer.reject(signal?.reason)
  signal?.addEventListener('abort', stop, { once: true })
  try {
    worker.send(message)
    worker.keepProgramAlive(true)
    return await answer.promise
  } finally {
    signal?.removeEventListener('abort', stop)
    await worker.stop()
  }
}
