import { createHash, randomUUID } from 'node:crypto'
import type { RemoteServer } from '../remote/remote-server.ts'
import type { Beginning } from '../spec/index.ts'
import { forgetPrompts, readHistory, readQueue } from './comfy-api.ts'
import { fileOf } from './wait-for-prompt.ts'

/** What an order goes by on the server. */
export interface OrderName {
  /** Id of the client to which the server sends progress; the names of files begin with it. */
  client: string
  /** Ids of prompts that an earlier attempt has sent, and that wait there, are worked on or succeeded. */
  sent: ReadonlySet<string>
}

/** The id that the prompt of a picture has, in every attempt under the same client. */
export const promptIdOf = (client: string, index: number) => uuidOf(`${client} ${index}`)

/**
 * Names an order. A process may end after it sent prompts and before anybody knows of them: they have ids that follow
 * from the job and its attempt, so the next attempt finds them and sends only what is missing.
 * @param beginning left out: it is the only one
 * @throws RemoteError when the server cannot be asked
 */
export async function nameOrder(
  server: RemoteServer,
  indexes: readonly number[],
  beginning?: Beginning,
): Promise<OrderName> {
  if (!beginning) return { client: randomUUID(), sent: new Set() }
  const { key, attempt } = beginning
  for (let earlier = 1; earlier < attempt; earlier++) {
    const client = clientOf(key, earlier)
    const ids = indexes.map((index) => promptIdOf(client, index))
    const sent = await findSent(server, ids)
    if (sent.size === 0) continue
    // What the history says of an id would be held to be said of the new prompt.
    const failed = ids.filter((id) => !sent.has(id))
    if (failed.length > 0) await forgetPrompts(server, failed)
    return { client, sent }
  }
  return { client: clientOf(key, attempt), sent: new Set() }
}

const clientOf = (key: string, attempt: number) => uuidOf(`${key} ${attempt}`)

async function findSent(server: RemoteServer, ids: readonly string[]): Promise<Set<string>> {
  const { running, pending } = await readQueue(server)
  const sent = new Set<string>()
  for (const id of ids) {
    if (running.includes(id) || pending.includes(id) || (await hasSucceeded(server, id)))
      sent.add(id)
  }
  return sent
}

async function hasSucceeded(server: RemoteServer, id: string): Promise<boolean> {
  const entry = await readHistory(server, id)
  if (!entry) return false
  try {
    return fileOf(entry) !== null
  } catch {
    return false
  }
}

/** A UUID of version 8 (RFC 9562), of SHA-256; ComfyUI takes no other ids than UUIDs in lower case. */
function uuidOf(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
