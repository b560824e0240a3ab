import type { Tx } from '#server/platform/db/index.ts'
import type { Queue } from '#server/platform/queue.ts'

export const RUNS_LANE = 'packs.runs'

/** Has a worker look at a run: the next shot, or the end of what is held. What is lost the sweep does. */
export interface RunMessage {
  run: string
}

/** Has the shots of a run go on when one of its jobs has ended; see `EndListener` of the domain jobs. */
export const callWorker = (queue: Queue, tx: Tx, run: string): Promise<void> =>
  queue.send(tx, RUNS_LANE, { run } satisfies RunMessage)
