import { createHmac } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { listenOnLoopback, readBody } from './json-server.ts'

/** A message that came, as it came. */
export interface ReceivedMessage {
  id: string
  timestamp: string
  signatures: string[]
  body: string
  path: string
  /** The body, read. */
  event: { type: string; timestamp: string; data: Record<string, unknown> }
}

/** Answers with a status, or as it is told; never: it is left without an answer. */
export type ReceiverAnswer = number | 'never' | ((response: ServerResponse) => void)

/** Somebody's server that takes webhooks. */
export interface WebhookReceiver {
  url: string
  /** As `WEBHOOK_HOSTS` names it. */
  host: string
  messages: ReceivedMessage[]
  /** What the next messages are answered with, one after the other; after them 204. */
  answers: ReceiverAnswer[]
  close(): Promise<void>
}

const headerOf = ({ headers }: IncomingMessage, name: string): string => {
  const value = headers[name]
  if (typeof value !== 'string') throw new Error(`There is no header ${name}`)
  return value
}

export async function startReceiver(): Promise<WebhookReceiver> {
  const messages: ReceivedMessage[] = []
  const answers: ReceiverAnswer[] = []
  const server = await listenOnLoopback(async (request, response) => {
    const body = (await readBody(request)).toString('utf8')
    messages.push({
      id: headerOf(request, 'webhook-id'),
      timestamp: headerOf(request, 'webhook-timestamp'),
      signatures: headerOf(request, 'webhook-signature').split(' '),
      body,
      path: request.url ?? '',
      event: JSON.parse(body) as ReceivedMessage['event'],
    })
    const answer = answers.shift() ?? 204
    if (typeof answer === 'function') answer(response)
    else if (answer !== 'never') response.writeHead(answer).end()
  })
  return { ...server, host: new URL(server.url).host, messages, answers }
}

/** What a receiver expects the signature of a message to be, by the text of Standard Webhooks. */
export function expectedSignature(
  { id, timestamp, body }: Pick<ReceivedMessage, 'id' | 'timestamp' | 'body'>,
  secret: string,
): string {
  const [, key = ''] = secret.split('whsec_')
  const hash = createHmac('sha256', Buffer.from(key, 'base64'))
  return `v1,${hash.update(`${id}.${timestamp}.${body}`).digest('base64')}`
}
