import { resolve } from 'node:path'
import type { Log } from '../log.ts'
import { acquireLock, type FileLock, tryLock } from '../process/file-lock.ts'
import { findBinaries } from './binaries.ts'
import { ensureDatabase } from './ensure-database.ts'
import { ensureCluster, openFolder, readPassword, SUPERUSER } from './folder.ts'
import { isPortFree, pickPort, readPort, writePort } from './port.ts'
import { findPostmaster, isPostgresOf, stopPostmaster } from './postmaster.ts'
import { chooseRunAs, type RootMode } from './run-as.ts'
import { ensureServer, type ServerOptions } from './start-server.ts'

export interface EmbeddedPostgresOptions {
  dataDir: string
  log: Log
  /** Default true; false only for tests' throw-away data. */
  durable?: boolean
  rootMode?: RootMode
}

/** This process's membership in the database of a DATA_DIR. */
export interface EmbeddedPostgres {
  /** Connection string of the application's database. */
  url: string
  /** Whether the server was already running. */
  adopted: boolean
  /** Process id of the server now, null while it is down. */
  pid(): number | null
  /** Leaves; the last member to leave stops the server. May be called twice. */
  close(): Promise<void>
}

const DATABASE = 'atelier'
/** Recovery of a large database after a crash may take minutes, and others wait for it. */
const LOCK_PATIENCE_MS = 330_000
const STOP_PATIENCE_MS = 20_000
const WATCH_INTERVAL_MS = 500

/** Keeps the port; another one is taken only while no other process relies on it. */
function portChooser(portFile: string, membersLock: string): (taken: boolean) => Promise<number> {
  return async (taken) => {
    const last = readPort(portFile)
    if (last !== null && !taken && (await isPortFree(last))) return last
    const alone = tryLock(membersLock, 'exclusive')
    alone?.release()
    if (last !== null && !alone) return last
    const port = await pickPort()
    writePort(portFile, port)
    return port
  }
}

/** Starts the server again whenever it dies; of several members the one that gets the lock does it. */
function watch(options: ServerOptions, choosePort: (taken: boolean) => Promise<number>, log: Log) {
  const { cluster, startLock } = options.folder
  let busy: Promise<void> | null = null
  const restart = async () => {
    const lock = await acquireLock(startLock, LOCK_PATIENCE_MS)
    try {
      const { postmaster, started } = await ensureServer(options, choosePort)
      if (started) log.warn({ pid: postmaster.pid }, 'PostgreSQL had died and was started again')
    } catch (error) {
      log.error(`PostgreSQL died and cannot be started again: ${(error as Error).message}`)
    } finally {
      lock.release()
    }
  }
  const timer = setInterval(() => {
    if (busy || findPostmaster(cluster)) return
    busy = restart().finally(() => (busy = null))
  }, WATCH_INTERVAL_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await busy
  }
}

/**
 * Joins the PostgreSQL of a DATA_DIR: makes it when missing, adopts it when it runs, starts it otherwise and keeps it
 * running. Several processes may join; each must `close`, and one that is killed has left.
 * @throws {OperatorError} one line that names what is wrong
 */
export async function openEmbeddedPostgres({
  dataDir,
  log,
  durable = true,
  rootMode,
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const folder = openFolder(resolve(dataDir))
  const binaries = await findBinaries()
  const runAs = chooseRunAs(rootMode)
  const choosePort = portChooser(folder.portFile, folder.membersLock)

  const joining = await acquireLock(folder.startLock, LOCK_PATIENCE_MS)
  let membership: FileLock | null = null
  let options: ServerOptions
  let first: Awaited<ReturnType<typeof ensureServer>>
  try {
    if (await ensureCluster(folder, binaries, runAs))
      log.info({ folder: folder.cluster }, 'Made a database')
    options = { folder, binaries, runAs, durable, password: readPassword(folder) }
    first = await ensureServer(options, choosePort)
    membership = tryLock(folder.membersLock, 'shared')
    await ensureDatabase({
      port: first.postmaster.port,
      password: options.password,
      name: DATABASE,
    })
  } catch (error) {
    membership?.release()
    throw error
  } finally {
    joining.release()
  }
  const { pid, port } = first.postmaster
  log.debug({ pid, port }, first.started ? 'Started PostgreSQL' : 'Joined the running PostgreSQL')

  const stopWatching = watch(options, choosePort, log)
  const leave = async () => {
    await stopWatching()
    const leaving = await acquireLock(folder.startLock, LOCK_PATIENCE_MS)
    try {
      membership?.release()
      const alone = tryLock(folder.membersLock, 'exclusive')
      if (!alone) return
      alone.release()
      // Without its pid file (somebody removed the folder) the server is known by the pid it had.
      const running = findPostmaster(folder.cluster)?.pid ?? pid
      if (!isPostgresOf(running, folder.cluster)) return
      const clean = await stopPostmaster(folder.cluster, running, STOP_PATIENCE_MS)
      if (!clean)
        log.warn('PostgreSQL did not stop in time and was cut off; it recovers at the next start')
    } finally {
      leaving.release()
    }
  }
  let closing: Promise<void> | undefined
  return {
    url: `postgres://${SUPERUSER}:${options.password}@127.0.0.1:${port}/${DATABASE}`,
    adopted: !first.started,
    pid: () => findPostmaster(folder.cluster)?.pid ?? null,
    close: () => (closing ??= leave()),
  }
}

/** Stops the server of a folder whose members were all killed; does nothing while one is there. */
export async function stopAbandonedPostgres(dataDir: string): Promise<void> {
  const folder = openFolder(resolve(dataDir))
  const lock = await acquireLock(folder.startLock, LOCK_PATIENCE_MS)
  try {
    const alone = tryLock(folder.membersLock, 'exclusive')
    const running = findPostmaster(folder.cluster)
    if (alone && running) await stopPostmaster(folder.cluster, running.pid, STOP_PATIENCE_MS)
    alone?.release()
  } finally {
    lock.release()
  }
}
