import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { makeFolder, OperatorError, withFile } from '#lib/operator-error.ts'
import type { PostgresBinaries } from './binaries.ts'
import { explainOutput } from './complaint.ts'
import { findPostmaster } from './postmaster.ts'
import { nobody, type RunAs } from './run-as.ts'

export const SUPERUSER = 'atelier'
const MAJOR_VERSION = '18'
/** Once for the file system, where it can be told to: a thousand files each on its own take seconds. */
const FLUSH = process.platform === 'linux' ? ['--sync-method=syncfs'] : []
/** Inside the cluster's own folder, so that both appear in one rename and are moved together. */
const PASSWORD_FILE = 'atelier.password'

const MEGABYTE = 1024 * 1024
/** For the files of an empty database and its first log of changes. */
const NEEDED_MEGABYTES = 64

/** Where the embedded database keeps its things inside a DATA_DIR. */
export interface Folder {
  /** The cluster itself. */
  cluster: string
  /** Locks of the processes that share it, and its port. */
  run: string
  startLock: string
  membersLock: string
  portFile: string
  logFile: string
}

function uidOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.uid
}

/** Refuses what belongs to somebody else; root may have left the cluster to `nobody`. */
function checkOwner(run: string, cluster: string): void {
  const self = process.getuid?.()
  if (self === undefined) return
  const runOwner = uidOf(run)
  const clusterOwner = uidOf(cluster)
  const refuse = (path: string, owner: number): never => {
    throw new OperatorError(
      `${path} belongs to another user (uid ${owner}, this process runs as ${self}).`,
    )
  }
  if (runOwner !== undefined && runOwner !== self) refuse(run, runOwner)
  if (clusterOwner === undefined || clusterOwner === self) return
  const leftByRoot = self === 0 && runOwner === 0 && clusterOwner === nobody().uid
  if (!leftByRoot) refuse(cluster, clusterOwner)
}

/**
 * Makes the folders around the cluster and names them.
 * @throws {OperatorError} when they are another user's or cannot be written
 */
export function openFolder(dataDir: string): Folder {
  makeFolder(dataDir)
  const made = withFile(dataDir, () => realpathSync(dataDir))
  const cluster = join(made, 'postgres')
  const run = join(made, 'run')
  withFile(made, () => checkOwner(run, cluster))
  withFile(made, () => accessSync(made, constants.R_OK | constants.W_OK | constants.X_OK))
  makeFolder(run, 0o700)
  return {
    cluster,
    run,
    startLock: join(run, 'start.lock'),
    membersLock: join(run, 'members.lock'),
    portFile: join(run, 'postgres.port'),
    logFile: join(made, 'postgres.log'),
  }
}

/** @throws {OperatorError} when what is there is not a whole cluster of this version */
function checkCluster(cluster: string): void {
  const damaged = (what: string) =>
    new OperatorError(`The database folder ${cluster} is damaged: ${what}.`)
  const versionFile = join(cluster, 'PG_VERSION')
  for (const file of [
    versionFile,
    join(cluster, 'global', 'pg_control'),
    join(cluster, PASSWORD_FILE),
  ]) {
    if (!existsSync(file)) throw damaged(`${file} is missing`)
  }
  const version = readFileSync(versionFile, 'utf8').trim()
  if (version !== MAJOR_VERSION) {
    throw new OperatorError(
      `The database folder ${cluster} is of PostgreSQL ${version || '?'}, this program runs ${MAJOR_VERSION}.`,
    )
  }
}

/** The folder itself comes last: it tells whether all of it was done. */
function giveTo(path: string, owner: RunAs['owner']): void {
  const inside = statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, encoding: 'utf8' })
    : []
  for (const name of inside) lchownSync(join(path, name), owner.uid, owner.gid)
  lchownSync(path, owner.uid, owner.gid)
}

/** A disk that fills up half-way makes PostgreSQL give reasons that mislead. */
function checkRoom(dataDir: string): void {
  const { bavail, bsize } = withFile(dataDir, () => statfsSync(dataDir))
  const free = Math.floor((bavail * bsize) / MEGABYTE)
  if (free >= NEEDED_MEGABYTES) return
  throw new OperatorError(
    `${dataDir}: the disk is full. A new database needs ${NEEDED_MEGABYTES} MB, ${free} MB are free.`,
  )
}

async function initialise(
  cluster: string,
  binaries: PostgresBinaries,
  runAs: RunAs,
): Promise<void> {
  checkRoom(dirname(cluster))
  const draft = `${cluster}.new-${process.pid}`
  const passwordFile = `${draft}.password`
  try {
    mkdirSync(draft, { mode: 0o700 })
    writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
    giveTo(draft, runAs.owner)
    giveTo(passwordFile, runAs.owner)
    const [program, args] = runAs.command(binaries.initdb, [
      `--pgdata=${draft}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--no-locale',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      ...FLUSH,
    ])
    const child = spawn(program, args, { ...runAs.identity, stdio: ['ignore', 'pipe', 'pipe'] })
    const failed = new Promise<never>((_, reject) => child.once('error', reject))
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    const [code, , errors] = await Promise.race([
      Promise.all([ended, text(child.stdout), text(child.stderr)]),
      failed,
    ])
    if (code !== 0) throw explainOutput(errors, cluster)
    renameSync(passwordFile, join(draft, PASSWORD_FILE))
    renameSync(draft, cluster)
  } finally {
    rmSync(draft, { recursive: true, force: true })
    rmSync(passwordFile, { force: true })
  }
}

/** Removes what an initialisation left that was killed half-way. */
function removeDrafts(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith('postgres.new-'))
      rmSync(join(dataDir, name), { recursive: true, force: true })
  }
}

/**
 * Makes sure that there is a whole cluster, owned by who runs it. Call while holding the start lock.
 * @returns whether it was made now
 * @throws {OperatorError} when it is damaged or cannot be made
 */
export async function ensureCluster(
  folder: Folder,
  binaries: PostgresBinaries,
  runAs: RunAs,
): Promise<boolean> {
  removeDrafts(join(folder.cluster, '..'))
  const isNew = !existsSync(folder.cluster)
  if (isNew) await initialise(folder.cluster, binaries, runAs)
  checkCluster(folder.cluster)
  if (findPostmaster(folder.cluster)) return isNew
  if (uidOf(folder.cluster) !== runAs.owner.uid) giveTo(folder.cluster, runAs.owner)
  // PostgreSQL refuses a folder that others may read; restored copies often are.
  chmodSync(folder.cluster, 0o700)
  return isNew
}

/** The password of the superuser, random per DATA_DIR: other users of this machine can reach the port. */
export function readPassword(folder: Folder): string {
  const path = join(folder.cluster, PASSWORD_FILE)
  return withFile(path, () => readFileSync(path, 'utf8').trim())
}
