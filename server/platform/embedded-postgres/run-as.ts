import { spawnSync } from 'node:child_process'

/** PostgreSQL refuses to run as root; this says how its programs are started instead. */
export interface RunAs {
  /** The command line that starts `program`. */
  command(program: string, args: string[]): [string, string[]]
  /** For `child_process.spawn`. */
  identity: { uid?: number; gid?: number }
  /** Who must own the database's files. */
  owner: { uid: number; gid: number }
}

export type RootMode = 'namespace' | 'nobody'

const UNSHARE = ['--user', '--map-user=65534', '--map-group=65534']

function ids(): { uid: number; gid: number } {
  return { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
}

function askId(flag: '-u' | '-g'): number {
  return Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout)
}

/** The id of `nobody` differs between systems. */
export function nobody(): { uid: number; gid: number } {
  return { uid: askId('-u') || 65534, gid: askId('-g') || 65534 }
}

/** A user namespace shows PostgreSQL another uid while its files stay root's; some containers forbid it. */
function canMakeNamespace(): boolean {
  return spawnSync('unshare', [...UNSHARE, 'true']).status === 0
}

/** @param rootMode what root does; default: a user namespace where that works, else the user `nobody` */
export function chooseRunAs(rootMode?: RootMode): RunAs {
  const self = ids()
  if (self.uid !== 0) {
    return { command: (program, args) => [program, args], identity: {}, owner: self }
  }
  if ((rootMode ?? (canMakeNamespace() ? 'namespace' : 'nobody')) === 'namespace') {
    return {
      command: (program, args) => ['unshare', [...UNSHARE, program, ...args]],
      identity: {},
      owner: self,
    }
  }
  const user = nobody()
  return { command: (program, args) => [program, args], identity: user, owner: user }
}
