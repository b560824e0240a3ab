/** The program of the process that trains, one LoRA at a time, in what is left of the processor. */
import { rm } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { liveWithServer } from '../process/live-with-server.ts'
import { sweepFolders } from '../sweep-folders.ts'
import { toPlainError } from '../process/worker-errors.ts'
import { runTraining } from './run-training.ts'
import type { FromTrainingProcess, ToTrainingProcess } from './training-protocol.ts'

const { threads, folder } = JSON.parse(process.argv[2] ?? '') as { threads: number; folder: string }
const stops = new Map<string, AbortController>()
/** A week: a training that was paid for may wait for a server that is down. */
let last: Promise<void> = sweepFolders(folder, 7 * 24 * 3_600_000)
/** Resolves when the processor is free again; null while it is. */
let wanted: PromiseWithResolvers<void> | null = null

setPriority(constants.priority.PRIORITY_LOW)
liveWithServer()

process.on('message', (message: ToTrainingProcess) => {
  if (message.type === 'stop') stops.get(message.id)?.abort()
  else if (message.type === 'wanted') showWanted(message.isWanted)
  else {
    const stop = new AbortController()
    stops.set(message.id, stop)
    last = last.then(() => train(message, stop.signal))
  }
})

function showWanted(isWanted: boolean): void {
  if (isWanted) wanted ??= Promise.withResolvers()
  else {
    wanted?.resolve()
    wanted = null
  }
}

/** Who is stopped need not wait for the processor. */
async function isFree(signal: AbortSignal): Promise<void> {
  if (!wanted) return
  const stopped = Promise.withResolvers<void>()
  const stop = (): void => stopped.resolve()
  signal.addEventListener('abort', stop)
  await Promise.race([wanted.promise, stopped.promise])
  signal.removeEventListener('abort', stop)
}

async function train(
  { id, key, order }: Extract<ToTrainingProcess, { type: 'train' }>,
  signal: AbortSignal,
): Promise<void> {
  const began = performance.now()
  const own = join(folder, key)
  const send = (message: FromTrainingProcess): void => void process.send?.(message)
  const ended = (): void => send({ type: 'ended', id, engineMs: performance.now() - began })
  try {
    signal.throwIfAborted()
    await runTraining(order, { cacheDir: folder, threads }, own, {
      signal,
      isFree: () => isFree(signal),
      onStep: (step) => send({ type: 'step', id, step, steps: order.plan.steps }),
      onState: (state) => send({ type: 'state', id, state }),
      onSnapshot: (snapshot) => send({ type: 'snapshot', id, snapshot }),
    })
    await rm(own, { recursive: true, force: true })
    ended()
  } catch (error) {
    if (!signal.aborted) send({ type: 'failed', id, error: toPlainError(error) })
    else {
      // Nobody wants it any more: what was kept of it goes with it.
      await rm(own, { recursive: true, force: true })
      ended()
    }
  } finally {
    stops.delete(id)
  }
}
