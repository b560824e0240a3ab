/** The program of the process that renders videos, one at a time. */
import { liveWithServer } from '../process/live-with-server.ts'
import { sweepFolders } from '../sweep-folders.ts'
import { toPlainError } from '../process/worker-errors.ts'
import { createToolNetworks } from '../vision/networks.ts'
import { keepSegments } from './kept-segments.ts'
import { renderVideo } from './render-video.ts'
import type { FromVideoProcess, ToVideoProcess } from './video-protocol.ts'

const { threads, folder, modelsDir } = JSON.parse(process.argv[2] ?? '') as {
  threads: number
  folder: string
  modelsDir?: string
}
/** As the server said with the last order. */
let isSold = true
const networks = createToolNetworks(
  threads,
  modelsDir === undefined ? undefined : { modelsDir, isSold: () => isSold },
)
/** Digits of a hash in the names of segments. */
const HASH_SHOWN = 12
const stops = new Map<string, AbortController>()
let last: Promise<void> = sweepFolders(folder, 6 * 3_600_000)

liveWithServer()

process.on('message', (message: ToVideoProcess) => {
  if (message.type === 'stop') stops.get(message.id)?.abort()
  else {
    const stop = new AbortController()
    stops.set(message.id, stop)
    last = last.then(() => render(message, stop.signal))
  }
})

async function render(
  { id, key, order, isSold: sold }: Extract<ToVideoProcess, { type: 'render' }>,
  signal: AbortSignal,
): Promise<void> {
  const began = performance.now()
  const send = (message: FromVideoProcess): void => void process.send?.(message)
  try {
    signal.throwIfAborted()
    isSold = sold
    networks.beginWork()
    const hashes = await networks.addedFor('foreground', 'depth')
    const by = hashes.map((hash) => hash.slice(0, HASH_SHOWN)).join('-')
    const video = await renderVideo(networks, order, keepSegments(folder, key, by), {
      signal,
      onFrame: (done, preview) => send({ type: 'frame', id, done, preview }),
    })
    send({ type: 'video', id, video: { ...video, madeBy: networks.usedAdded() } })
    send({ type: 'ended', id, engineMs: performance.now() - began })
  } catch (error) {
    if (signal.aborted) send({ type: 'ended', id, engineMs: performance.now() - began })
    else send({ type: 'failed', id, error: toPlainError(error) })
  } finally {
    stops.delete(id)
  }
}
