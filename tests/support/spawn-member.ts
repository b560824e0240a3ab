import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const SCRIPT = join(import.meta.dirname, 'postgres-member.ts')

/** Another process that shares the database of a folder. */
export interface Member {
  pid: number
  url: string
  adopted: boolean
  postgresPid: number
  /** Leaves in good order. */
  leave(): Promise<void>
  /** kill -9 */
  kill(): Promise<void>
  /** Sends a signal to the whole process group, as a terminal does. */
  signalGroup(signal: NodeJS.Signals): void
}

export interface MemberOptions {
  /** Passed on as `rootMode`. */
  rootMode?: 'namespace' | 'nobody'
  /** Runs it as this user. */
  uid?: number
}

const started = new Set<ChildProcess>()

/** Ends what a failed test left running. */
export function killMembers(): void {
  for (const child of started) child.kill('SIGKILL')
}

/**
 * Starts a member and waits until it has joined.
 * @throws Error with the one line that it refused with
 */
export async function spawnMember(dataDir: string, options: MemberOptions = {}): Promise<Member> {
  const child = spawn(
    process.execPath,
    [SCRIPT, dataDir, ...(options.rootMode ? [options.rootMode] : [])],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
      detached: true,
      ...(options.uid !== undefined && { uid: options.uid, gid: options.uid }),
    },
  )
  started.add(child)
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  void ended.then(() => started.delete(child))
  const { value } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next()
  if (value === undefined) throw new Error('The member ended without a word')
  const word = JSON.parse(value) as {
    url: string
    adopted: boolean
    pid: number
    error?: string
  }
  if (word.error !== undefined) throw new Error(word.error)
  const group = child.pid ?? 0
  return {
    pid: group,
    url: word.url,
    adopted: word.adopted,
    postgresPid: word.pid,
    async leave() {
      child.stdin.end()
      await ended
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    signalGroup: (signal) => process.kill(-group, signal),
  }
}
