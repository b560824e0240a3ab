import { spawn } from 'node:child_process'
import { closeSync, fstatSync, openSync, readSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { OperatorError, withFile } from '#lib/operator-error.ts'
import type { PostgresBinaries } from './binaries.ts'
import { explainOutput, explainRefusal, isLeftover, isPortTaken } from './complaint.ts'
import { type Folder, SUPERUSER } from './folder.ts'
import { clearLeftovers, findPostmaster, type Postmaster } from './postmaster.ts'
import type { RunAs } from './run-as.ts'

export interface ServerOptions {
  folder: Folder
  binaries: PostgresBinaries
  runAs: RunAs
  password: string
  /** False only for tests' throw-away data: nothing then survives a crash of the machine. */
  durable: boolean
  /**
   * Reads the program while the server starts, once however often it is called; until it is read, this process may miss
   * that the server answers. Nothing: it is read.
   */
  load?: (() => Promise<unknown>) | undefined
}

/** Sized for a small machine that also runs the program and its models. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  max_connections: '200',
  shared_buffers: '128MB',
  max_wal_size: '512MB',
  jit: 'off',
  // Nobody subscribes to it: a process less.
  max_logical_replication_workers: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  // Statements of failed queries may carry what people wrote.
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
}
const THROW_AWAY = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
/** Bytes of the path of a socket, on the system that takes the fewest. */
const LONGEST_SOCKET = 103

const LEFTOVER_PATIENCE_MS = 10_000
const RECOVERY_PATIENCE_MS = 300_000
const HANG_PATIENCE_MS = 30_000
const MAX_LOG_BYTES = 5_000_000

/** Errors of a server that is there and not ready: starting up, recovering or going down. */
const NOT_YET = new Set(['57P03', '57P01', '57P02', 'ECONNREFUSED', 'ECONNRESET', '53300'])

/**
 * The folder of the socket by which throw-away data is reached beside the network: a statement takes less than half of the
 * processor's time that way. Null: there is none, or its path would be too long.
 */
export function socketFolder({
  folder,
  durable,
}: Pick<ServerOptions, 'folder' | 'durable'>): string | null {
  const fits = Buffer.byteLength(join(folder.cluster, '.s.PGSQL.65535')) <= LONGEST_SOCKET
  return !durable && fits && process.platform !== 'win32' ? folder.cluster : null
}

type Probe = 'ready' | 'not yet' | OperatorError

async function probe(port: number, { folder, password }: ServerOptions): Promise<Probe> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: SUPERUSER,
    password,
    database: 'postgres',
    connectionTimeoutMillis: 5000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return 'ready'
  } catch (error) {
    const refusal = error as Error & { code?: string }
    const notYet = NOT_YET.has(refusal.code ?? '') || /timeout|terminated/.test(refusal.message)
    return notYet ? 'not yet' : explainRefusal(refusal, folder.cluster)
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Waits until the running postmaster answers, or answers null when it ended meanwhile.
 * @throws {OperatorError} when it does not answer in time
 */
export async function waitForServer(
  postmaster: Postmaster,
  options: ServerOptions,
  patienceMs = RECOVERY_PATIENCE_MS,
): Promise<Postmaster | null> {
  const { cluster } = options.folder
  let loaded = options.load?.()
  // That it failed is told to who waits for the program.
  loaded?.catch(() => {})
  let deadline = Date.now() + patienceMs
  for (;;) {
    const current = findPostmaster(cluster)
    if (current?.pid !== postmaster.pid) return null
    // The port appears in the file a moment after the pid.
    const state = current.port > 0 ? await probe(current.port, options) : 'not yet'
    if (state === 'ready') return current
    if (state instanceof OperatorError) throw state
    if (Date.now() > deadline) {
      if (!loaded)
        throw new OperatorError(
          `PostgreSQL (process ${postmaster.pid}) in ${cluster} does not answer.`,
        )
      // It may have answered while nobody listened.
      await loaded
      loaded = undefined
      deadline = Date.now() + patienceMs
    }
    await sleep(30)
  }
}

function openLog(path: string): number {
  return withFile(path, () => {
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
    if (size > MAX_LOG_BYTES) renameSync(path, `${path}.1`)
    return openSync(path, 'a+', 0o600)
  })
}

function readFrom(descriptor: number, start: number): string {
  const bytes = Buffer.alloc(Math.min(fstatSync(descriptor).size - start, 64_000))
  readSync(descriptor, bytes, 0, bytes.length, start)
  return bytes.toString()
}

/** The end of a server process before it was ready; `killed`: by a signal from outside, not for a reason of its own. */
interface Ended {
  output: string
  killed: boolean
}

/** Starts one server process. */
async function launch(port: number, options: ServerOptions): Promise<Postmaster | Ended> {
  const { folder, binaries, runAs, durable } = options
  const settings = {
    ...SETTINGS,
    ...(durable ? {} : THROW_AWAY),
    unix_socket_directories: socketFolder(options) ?? '',
    port: String(port),
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [program, args] = runAs.command(binaries.postgres, ['-D', folder.cluster, ...flags])
  const log = openLog(folder.logFile)
  try {
    const logStart = fstatSync(log).size
    // Detached: Ctrl-C in the terminal reaches this process, which stops the database in its own time.
    const child = spawn(program, args, {
      ...runAs.identity,
      detached: true,
      stdio: ['ignore', log, log],
    })
    child.unref()
    const ended = new AbortController()
    let killed = false
    child.once('exit', (_code, signal) => {
      // A server with damaged files aborts itself, and would do so again.
      killed = signal !== null && signal !== 'SIGABRT'
      ended.abort()
    })
    child.once('error', () => ended.abort())
    while (!ended.signal.aborted) {
      const postmaster = findPostmaster(folder.cluster)
      const ready = postmaster && (await waitForServer(postmaster, options))
      if (ready) return ready
      await sleep(20)
    }
    return { output: readFrom(log, logStart), killed }
  } finally {
    closeSync(log)
  }
}

/**
 * Finds the running server of the folder or starts one. Call while holding the start lock.
 * @param choosePort gives the port to try; `taken` when the last one was in use
 * @throws {OperatorError} when it cannot run
 */
export async function ensureServer(
  options: ServerOptions,
  choosePort: (taken: boolean) => Promise<number>,
): Promise<{ postmaster: Postmaster; started: boolean }> {
  const { cluster } = options.folder
  const deadline = Date.now() + LEFTOVER_PATIENCE_MS
  let taken = false
  for (;;) {
    const running = findPostmaster(cluster)
    if (running) {
      const ready = await waitForServer(running, options, HANG_PATIENCE_MS)
      if (ready) return { postmaster: ready, started: false }
      continue
    }
    await clearLeftovers(cluster)
    const result = await launch(await choosePort(taken), options)
    if ('pid' in result) return { postmaster: result, started: true }
    taken = isPortTaken(result.output)
    const mayWorkNext = taken || result.killed || isLeftover(result.output)
    if (!mayWorkNext || Date.now() > deadline) {
      throw explainOutput(result.output, cluster)
    }
    await sleep(200)
  }
}
