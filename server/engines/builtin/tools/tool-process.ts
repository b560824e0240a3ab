/** The program of a process of the tools. It does one piece of work at a time, in the order in which they come. */
import { liveWithServer } from '../process/live-with-server.ts'
import { toPlainError } from '../process/worker-errors.ts'
import { createToolNetworks } from './networks.ts'
import { listFaces } from './faces/list-faces.ts'
import { runTool } from './run-tool.ts'
import type { FromToolProcess, ToToolProcess } from './tool-protocol.ts'

const { threads } = JSON.parse(process.argv[2] ?? '') as { threads: number }
const networks = createToolNetworks(threads)
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
    if (message.type === 'find-faces')
      send({
        type: 'faces',
        id,
        faces: await listFaces(networks, message.image, message.described),
      })
    else
      await runTool(networks, message.request, {
        signal: stop.signal,
        onProgress: (step, steps) => send({ type: 'progress', id, step, steps }),
        onImage: (image) => send({ type: 'image', id, image }),
      })
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
