import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The main process of a running cluster, as its own `postmaster.pid` names it. */
export interface Postmaster {
  pid: number
  port: number
}

const QUIT_PATIENCE_MS = 5000
const onLinux = process.platform === 'linux'

function pidFile(cluster: string): string {
  return join(cluster, 'postmaster.pid')
}

/** Lines of postmaster.pid: pid, folder, start time, port, ... (PostgreSQL's miscadmin.h). */
function readPidFile(cluster: string): Postmaster | null {
  let lines: string[]
  try {
    lines = readFileSync(pidFile(cluster), 'utf8').split('\n')
  } catch {
    return null
  }
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  return Number.isInteger(pid) && pid > 0 ? { pid, port } : null
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  if (!onLinux) return true
  try {
    // A dead process whose parent has not looked yet still has its pid.
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** PostgreSQL works inside its folder; that tells its processes from a stranger with a recycled pid. */
function worksIn(pid: number, cluster: string): boolean {
  if (!onLinux) {
    const command = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], {
      encoding: 'utf8',
    }).stdout
    return command.includes('postgres')
  }
  try {
    const folder = readlinkSync(`/proc/${pid}/cwd`)
    return folder === cluster || folder === `${cluster} (deleted)`
  } catch {
    return false
  }
}

/** Whether `pid` is a live PostgreSQL process of this cluster. */
export function isPostgresOf(pid: number, cluster: string): boolean {
  return isAlive(pid) && worksIn(pid, cluster)
}

/** The running postmaster of the cluster, or null. */
export function findPostmaster(cluster: string): Postmaster | null {
  const named = readPidFile(cluster)
  return named && isPostgresOf(named.pid, cluster) ? named : null
}

/** Server processes of the cluster, also those that outlived their postmaster; known on Linux only. */
function findProcesses(cluster: string): number[] {
  if (!onLinux) return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid && isPostgresOf(pid, cluster))
}

/**
 * Clears what a killed postmaster left, so that the next can start: its processes get a moment to notice and are
 * then killed (their work was never committed), a pid file that now names a stranger is removed.
 * Call only while holding the start lock and with no postmaster running.
 */
export async function clearLeftovers(cluster: string, graceMs = 3000): Promise<void> {
  const deadline = Date.now() + graceMs
  while (findProcesses(cluster).length > 0 && Date.now() < deadline) await sleep(50)
  signalAll(cluster, 'SIGKILL')
  const named = readPidFile(cluster)
  if (named && isAlive(named.pid)) rmSync(pidFile(cluster), { force: true })
}

function signalAll(cluster: string, signal: NodeJS.Signals): void {
  for (const pid of findProcesses(cluster)) {
    if (isPostgresOf(pid, cluster)) signalOne(pid, signal)
  }
}

/** It may have ended by itself since it was found. */
function signalOne(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Immediate shutdown, without waiting for it: nothing more is written, the next start recovers. */
export function quitPostmaster(cluster: string, pid: number): void {
  signalOne(pid, 'SIGQUIT')
  // What stands still hears nothing.
  signalAll(cluster, 'SIGCONT')
}

/**
 * Fast shutdown: open connections are cut, everything committed is written out.
 * @returns whether it ended within `timeoutMs`; if not it was cut off, and recovers at the next start
 */
export async function stopPostmaster(
  cluster: string,
  pid: number,
  timeoutMs: number,
): Promise<boolean> {
  const gone = () => !isPostgresOf(pid, cluster) && !existsSync(pidFile(cluster))
  const waitUntilGone = async (ms: number) => {
    const deadline = Date.now() + ms
    while (!gone() && Date.now() < deadline) await sleep(20)
    return gone()
  }
  if (isPostgresOf(pid, cluster)) signalOne(pid, 'SIGINT')
  signalAll(cluster, 'SIGCONT')
  if (await waitUntilGone(timeoutMs)) return true
  if (isPostgresOf(pid, cluster)) quitPostmaster(cluster, pid)
  if (!(await waitUntilGone(QUIT_PATIENCE_MS))) signalAll(cluster, 'SIGKILL')
  return false
}
