import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { isDatabaseAway } from './db/index.ts'
import type { Log } from './log.ts'
import { OperatorError } from '#lib/operator-error.ts'

/** The oldest version that the tests run on. */
const OLDEST_VERSION = 150_000
const CONNECT_WITHIN_MS = 20_000
const HEARD_WITHIN_MS = 2000
const CHANNEL = 'atelier_check'

interface CheckOptions {
  /** The setting that the address comes from. */
  setting: string
  /** True: a pooler that shares sessions is refused. */
  mustListen: boolean
  /** How long it is waited for: a server that is started together with this process, or on a busy machine, takes its time. */
  waitMs: number
  log: Log
}

/** The server's process of this connection, as its greeting says: a pooler makes the number up. */
const greetedBy = (client: Client): unknown =>
  (client as Client & { processID?: unknown }).processID

async function connectTo(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_WITHIN_MS })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
  return client
}

/** Whether a connection that stands idle is told: a pooler that shares sessions has given its session to others. */
async function hears(client: Client, url: string): Promise<boolean> {
  const heard = new Promise<true>((resolve) => client.once('notification', () => resolve(true)))
  await client.query(`listen ${CHANNEL}`)
  const other = await connectTo(url)
  try {
    await other.query(`notify ${CHANNEL}`)
    return await Promise.race([heard, sleep(HEARD_WITHIN_MS, false)])
  } finally {
    await other.end()
  }
}

async function inspect(
  url: string,
  { setting, mustListen }: Pick<CheckOptions, 'setting' | 'mustListen'>,
): Promise<boolean> {
  const client = await connectTo(url)
  try {
    const { rows } = await client.query<{ version: number; pid: number }>(
      `select current_setting('server_version_num')::int as version, pg_backend_pid() as pid`,
    )
    const [server] = rows
    if ((server?.version ?? 0) < OLDEST_VERSION) {
      throw new OperatorError(`${setting} is a PostgreSQL older than 15: 15 or later is needed.`)
    }
    const isPooled = greetedBy(client) !== server?.pid
    if (isPooled && mustListen && !(await hears(client, url))) {
      throw new OperatorError(
        `${setting} leads to a pooler that shares sessions: set DATABASE_LISTEN_URL to the direct address of the same database.`,
      )
    }
    return isPooled
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Waits for a server that is slow or not there yet, and looks at what it is.
 * @returns whether a pooler stands in between
 * @throws {OperatorError} one line, when it cannot be used
 */
export async function checkServer(url: string, options: CheckOptions): Promise<boolean> {
  const deadline = Date.now() + options.waitMs
  const { host } = new URL(url)
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await inspect(url, options)
    } catch (error) {
      if (error instanceof OperatorError) throw error
      const { code = '', message } = error as Error & { code?: string }
      if (!isDatabaseAway(error) || Date.now() > deadline) {
        throw new OperatorError(
          `${options.setting}: the database at ${host} cannot be used: ${message || code}`,
          { cause: error },
        )
      }
      if (isFirst) options.log.warn(`Waiting for the database at ${host}`)
    }
    await sleep(300)
  }
}
