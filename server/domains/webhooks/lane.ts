import type { Tx } from '#server/platform/db/index.ts'
import type { Queue, SendOptions } from '#server/platform/queue.ts'

export const WEBHOOKS_LANE = 'webhooks'

/** Has a worker send a message that is due. What is lost the sweep sends. */
export interface WebhookMessage {
  delivery: string
}

export const sendMessage = (
  queue: Queue,
  tx: Tx,
  message: WebhookMessage,
  options: SendOptions = {},
): Promise<void> => queue.send(tx, WEBHOOKS_LANE, message, options)
