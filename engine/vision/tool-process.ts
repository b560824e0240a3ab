/** The program of a process of the tools. It does one piece of work at a time, in the order in which they come. */
import { liveWithServer } from '../process/live-with-server.ts'
import { toPlainError } from '../process/worker-errors.ts'
import type { ActiveNetworks } from './added/added-networks.ts'
import { drawDepth } from './added/draw-depth.ts'
import { createObjectSelector } from './added/look-and-select.ts'
import { measureNetwork } from './added/measure-network.ts'
import { showSelection } from './added/show-selection.ts'
import { createToolNetworks } from './networks.ts'
import { listFaces } from './faces/list-faces.ts'
import { doubtsEdges } from './remove-background/doubts-edges.ts'
import { showDepth } from './scene/show-depth.ts'
import { runTool } from './run-tool.ts'
import { judgeLook } from './swap-faces/judge-swap.ts'
import { swapAll } from './swap-faces/swap-all.ts'
import { createProComparer } from './upscale/gain-by-pro.ts'
import type { FromToolProcess, ToToolProcess } from './tool-protocol.ts'

/** Settings of a process of the tools. */
interface Settings {
  threads: number
  modelsDir?: string
  /** These networks that were added, whatever is switched on. */
  only?: ActiveNetworks
}

const { threads, modelsDir, only } = JSON.parse(process.argv[2] ?? '') as Settings
/** As the server said with the last request. */
let isSold = true
const networks = createToolNetworks(
  threads,
  modelsDir === undefined ? undefined : { modelsDir, isSold: () => isSold, ...(only && { only }) },
)
const selector = createObjectSelector()
const proComparer = createProComparer(networks)
const stops = new Map<string, AbortController>()
let last: Promise<void> = Promise.resolve()

liveWithServer()

process.on('message', (message: ToToolProcess) => {
  if (message.type === 'stop') stops.get(message.id)?.abort()
  else {
    const stop = new AbortController()
    stops.set(message.id, stop)
    last = last.then(() => work(message, stop))
  }
})

async function work(
  message: Exclude<ToToolProcess, { type: 'stop' }>,
  stop: AbortController,
): Promise<void> {
  const { id } = message
  const began = performance.now()
  try {
    stop.signal.throwIfAborted()
    switch (message.type) {
      case 'find-faces': {
        const faces = await listFaces(networks, message.image, message.described)
        send({ type: 'faces', id, faces })
        break
      }
      case 'doubt-edges': {
        const doubted = await doubtsEdges(await networks.foreground(), message.image)
        send({ type: 'edges', id, doubted })
        break
      }
      case 'compare-upscalers': {
        const alike = await proComparer.looksSame(message.image, message.scale)
        send({ type: 'upscalers', id, alike })
        break
      }
      case 'try-swap': {
        const { signal } = stop
        const handlers = { judge: judgeLook, signal, onProgress: () => undefined }
        const { flaw } = await swapAll(networks, message.swap, handlers)
        send({ type: 'swap', id, problem: flaw?.problem ?? null })
        break
      }
      case 'measure': {
        const runMs = await measureNetwork(message.files, threads, message.adapter)
        send({ type: 'measured', id, runMs })
        break
      }
      case 'show_depth': {
        const image = await showDepth(networks, message.image, stop.signal)
        send({ type: 'image', id, image: { ...image, index: 0, seed: null } })
        break
      }
      case 'show_selection': {
        const image = await showSelection(await networks.selection(), message.image)
        send({ type: 'image', id, image: { ...image, index: 0, seed: null } })
        break
      }
      case 'find-depth': {
        isSold = message.isSold
        networks.beginWork()
        const found = await networks.depth()
        const map = found && (await drawDepth(found, message.image))
        const [by] = networks.usedAdded()
        send({ type: 'depth', id, depth: map && by ? { map, by } : null })
        break
      }
      case 'select': {
        isSold = message.isSold
        const found = await networks.selection()
        const mask = found && (await selector.select(found, message, message.points))
        const ms = performance.now() - began
        send({ type: 'selection', id, mask: mask ?? (found ? 'no_image' : 'no_network'), ms })
        break
      }
      case 'work':
        isSold = message.isSold
        networks.beginWork()
        await runTool(networks, message.request, {
          signal: stop.signal,
          onProgress: (step, steps) => send({ type: 'progress', id, step, steps }),
          onImage(image) {
            const madeBy = networks.usedAdded()
            const shown = madeBy.length > 0 ? { ...image, byAdded: true, madeBy } : image
            send({ type: 'image', id, image: shown })
          },
        })
        break
      default:
        message satisfies never
    }
    send({ type: 'ended', id, engineMs: performance.now() - began })
  } catch (error) {
    if (stop.signal.aborted) send({ type: 'ended', id, engineMs: performance.now() - began })
    else send({ type: 'failed', id, error: toPlainError(error) })
  } finally {
    stops.delete(id)
  }
}

function send(message: FromToolProcess): void {
  process.send?.(message)
}
