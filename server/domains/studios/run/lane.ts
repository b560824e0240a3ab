import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/index.ts'
import type { Queue } from '#server/platform/queue.ts'

/** Message on an engine's lane of trainings. */
export interface TrainMessage {
  training: string
}

/**
 * Of every such lane. A message whose worker was killed is not delivered again by the queue: the sweep sends another,
 * and the row says who works on it.
 */
export const TRAINING_LANE = { expireInSeconds: 24 * 3600, retryLimit: 0 }

/** NOTIFY channel; the payload is the id of a training that somebody else than its worker has ended. */
export const STOP_CHANNEL = 'training_stop'

/**
 * Has a worker of the lane take up a training; while such a message waits or is worked on, another one is not added.
 * @param options.first before all that wait: it had begun
 */
export function sendToLane(
  queue: Queue,
  tx: Tx,
  { lane, training }: TrainMessage & { lane: string },
  { first = false } = {},
): Promise<void> {
  const message: TrainMessage = { training }
  return queue.send(tx, lane, message, { singletonKey: training, isUrgent: first })
}

/** Has the worker of a training look at it at once, when the transaction commits. */
export async function callWorker(tx: Tx, training: string): Promise<void> {
  await sql`select pg_notify(${STOP_CHANNEL}, ${training})`.execute(tx)
}
