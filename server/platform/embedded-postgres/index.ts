import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Log } from '../log.ts'
import { acquireLock, type FileLock, tryLock } from '../process/file-lock.ts'
import { OperatorError } from '#lib/operator-error.ts'
import { findBinaries } from './binaries.ts'
import { ensureDatabase } from './ensure-database.ts'
import { ensureCluster, type Folder, openFolder, readPassword, SUPERUSER } from './folder.ts'
import { isPortFree, pickPort, readPort, writePort } from './port.ts'
import { findPostmaster, isPostgresOf, quitPostmaster, stopPostmaster } from './postmaster.ts'
import { chooseRunAs, type RootMode } from './run-as.ts'
import { ensureServer, type ServerOptions, socketFolder } from './start-server.ts'

export interface EmbeddedPostgresOptions {
  dataDir: string
  log: Log
  /** Default true; false only for tests' throw-away data. */
  durable?: boolean
  rootMode?: RootMode
  /** As of {@link ServerOptions}. */
  load?: ServerOptions['load']
}

/** This process's membership in the database of a DATA_DIR. */
export interface EmbeddedPostgres {
  /** Connection string of the application's database; of throw-away data by a socket, where there is one. */
  url: string
  /** Whether the server was already running. */
  adopted: boolean
  /** Process id of the server now, null while it is down. */
  pid(): number | null
  /** Leaves; the last member to leave stops the server. May be called twice. */
  close(): Promise<void>
  /** Leaves without waiting: the server, if nobody else is a member, is told to stop at once. */
  abandon(): void
}

type ChoosePort = (taken: boolean) => Promise<number>

const DATABASE = 'atelier'
/** Recovery of a large database after a crash may take minutes, and others wait for it. */
const LOCK_PATIENCE_MS = 330_000
const STOP_PATIENCE_MS = 10_000
const WATCH_INTERVAL_MS = 500

/** Keeps the port; another one is taken only while no other process relies on it. */
function portChooser(folder: Folder): ChoosePort {
  return async (taken) => {
    const last = readPort(folder.portFile)
    if (last !== null && !taken && (await isPortFree(last))) return last
    const alone = tryLock(folder.membersLock, 'exclusive')
    alone?.release()
    if (last !== null && !alone) return last
    const port = await pickPort()
    writePort(folder.portFile, port)
    return port
  }
}

export async function withStartLock<T>(folder: Folder, act: () => Promise<T>): Promise<T> {
  const lock = await acquireLock(folder.startLock, LOCK_PATIENCE_MS)
  try {
    return await act()
  } finally {
    lock.release()
  }
}

async function stop(cluster: string, pid: number, log?: Log): Promise<void> {
  const clean = await stopPostmaster(cluster, pid, STOP_PATIENCE_MS)
  if (!clean)
    log?.warn('PostgreSQL did not stop in time and was cut off; it recovers at the next start')
}

/** Stops the server if nobody is a member. Call while holding the start lock. */
export async function stopUnlessShared({ membersLock, cluster }: Folder, log?: Log): Promise<void> {
  const alone = tryLock(membersLock, 'exclusive')
  if (!alone) return
  try {
    const running = findPostmaster(cluster)
    if (running) await stop(cluster, running.pid, log)
  } finally {
    alone.release()
  }
}

/** Starts the server again whenever it dies; of several members the one that gets the lock does it. */
function watch(options: ServerOptions, choosePort: ChoosePort, log: Log): () => Promise<void> {
  const { folder } = options
  let busy: Promise<void> | null = null
  const restart = async () => {
    try {
      await withStartLock(folder, async () => {
        const { postmaster, started } = await ensureServer(options, choosePort)
        if (started)
          log.warn({ server: postmaster.pid }, 'PostgreSQL had died and was started again')
      })
    } catch (error) {
      log.error(`PostgreSQL has died and cannot be started again: ${(error as Error).message}`)
    }
  }
  const timer = setInterval(() => {
    if (busy || findPostmaster(folder.cluster)) return
    busy = restart().finally(() => (busy = null))
  }, WATCH_INTERVAL_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await busy
  }
}

interface Joined {
  options: ServerOptions
  membership: FileLock
  pid: number
  port: number
  started: boolean
}

/** Makes, adopts or starts the server and becomes a member. Call while holding the start lock. */
async function join(
  { load, ...options }: Omit<ServerOptions, 'password'>,
  choosePort: ChoosePort,
  log: Log,
): Promise<Joined> {
  const { folder, binaries, runAs } = options
  const ensuring = ensureCluster(folder, binaries, runAs)
  // A new one is made by a process of its own, which works meanwhile.
  if (!existsSync(folder.cluster)) load?.().catch(() => {})
  const isNew = await ensuring
  if (isNew) log.info({ folder: folder.cluster }, 'Made a database')
  const complete = { ...options, password: readPassword(folder) }
  const { postmaster, started } = await ensureServer({ ...complete, load }, choosePort)
  await ensureDatabase({ port: postmaster.port, password: complete.password, name: DATABASE })
  const membership = tryLock(folder.membersLock, 'shared')
  if (!membership) throw new OperatorError(`${folder.membersLock} is locked by a stranger.`)
  return { options: complete, membership, ...postmaster, started }
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
  load,
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const folder = openFolder(resolve(dataDir))
  const runAs = chooseRunAs(rootMode)
  const start = { folder, binaries: await findBinaries(), runAs, durable, load }
  const choosePort = portChooser(folder)
  const joined = await withStartLock(folder, async () => {
    try {
      return await join(start, choosePort, log)
    } catch (error) {
      await stopUnlessShared(folder)
      throw error
    }
  })
  const { options, membership, pid, port, started } = joined
  log.debug({ server: pid, port }, started ? 'Started PostgreSQL' : 'Joined the running PostgreSQL')

  const stopWatching = watch(options, choosePort, log)
  const leave = async () => {
    await stopWatching()
    if (existsSync(folder.run)) {
      await withStartLock(folder, () => {
        membership.release()
        return stopUnlessShared(folder, log)
      })
    }
    // Somebody removed the folder, and its pid file with it: the server is known by the pid it had.
    if (!existsSync(folder.cluster) && isPostgresOf(pid, folder.cluster))
      await stop(folder.cluster, pid)
  }
  let closing: Promise<void> | undefined
  const url = new URL(`postgres://${SUPERUSER}:${options.password}@127.0.0.1:${port}/${DATABASE}`)
  const socket = socketFolder(options)
  if (socket !== null) url.searchParams.set('host', socket)
  return {
    url: url.href,
    adopted: !started,
    pid: () => findPostmaster(folder.cluster)?.pid ?? null,
    close: () => (closing ??= leave()),
    abandon() {
      membership.release()
      const alone = tryLock(folder.membersLock, 'exclusive')
      const running = alone && findPostmaster(folder.cluster)
      if (running) quitPostmaster(folder.cluster, running.pid)
      alone?.release()
    },
  }
}
