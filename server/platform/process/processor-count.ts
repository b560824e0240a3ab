import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'

/** Where the kernel shows its control groups: a container has its limits there. */
interface Places {
  /** The groups of this process: `/proc/self/cgroup`. */
  groups: string
  /** The folder with the limits of all groups: `/sys/fs/cgroup`. */
  root: string
}

const PLACES: Places = { groups: '/proc/self/cgroup', root: '/sys/fs/cgroup' }

/**
 * Processors that this process may use: those that it may run on, or fewer where a control group (version 1 or 2, as
 * Docker and Kubernetes set it) allows it less of their time. At least 1.
 */
export function processorCount(places = PLACES): number {
  const limits = readText(places.groups)
    .split('\n')
    .flatMap((line) => limitsOf(line, places.root))
  return Math.max(1, Math.min(availableParallelism(), ...limits.map(Math.floor)))
}

/** The limits of a group and of those around it, in processors. A line reads `4:cpu,cpuacct:/a/b` or `0::/a/b`. */
function limitsOf(line: string, root: string): number[] {
  const [, controllers, path] = /^\d+:([^:]*):(.*)$/.exec(line) ?? []
  if (controllers === undefined || path === undefined) return []
  const second = controllers === ''
  if (!second && !controllers.split(',').includes('cpu')) return []
  // Inside a container the group itself is often what is mounted, whatever its path says outside.
  const mounts = second
    ? [root, join(root, 'unified')]
    : [join(root, controllers), join(root, 'cpu')]
  return mounts.flatMap((mount) => foldersDownTo(mount, path).flatMap(second ? limit2 : limit1))
}

function foldersDownTo(mount: string, path: string): string[] {
  const names = path.split('/').filter((name) => name !== '')
  return [mount, ...names.map((_, i) => join(mount, ...names.slice(0, i + 1)))]
}

/** Version 2: `QUOTA PERIOD`, or `max PERIOD` without a limit. */
function limit2(folder: string): number[] {
  const [quota, period] = readText(join(folder, 'cpu.max')).split(/\s+/).map(Number)
  return shareOf(quota, period)
}

/** Version 1: two files; a quota of -1 is none. */
function limit1(folder: string): number[] {
  const [quota, period] = ['cpu.cfs_quota_us', 'cpu.cfs_period_us'].map((name) =>
    Number(readText(join(folder, name))),
  )
  return shareOf(quota, period)
}

function shareOf(quota = 0, period = 0): number[] {
  return quota > 0 && period > 0 ? [quota / period] : []
}

/** Nothing where there is no such file: not every system has it. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
