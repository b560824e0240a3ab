import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { closeSync, cpSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findPostmaster } from '#server/platform/embedded-postgres/postmaster.ts'
import { FAL_KEY } from '#tests/support/doubles/fal-server.ts'
import { childrenOf, signalAll } from './signal-all.ts'

const ROOT = join(import.meta.dirname, '..', '..')

type Part = 'web' | 'worker'
export type Victim = Part | 'postgres' | 'engine' | 'standing postgres'

const ROLES: Record<Part, string> = { web: 'web', worker: 'worker,cron' }
const RESTART_AFTER_MS = 100
/** Longer than the program needs to take it for away. */
const STANDS_STILL_MS = 10_000

interface Running {
  child: ChildProcess
  ready: boolean
  killedByUs: boolean
}

/** The program as its operator runs it: web and worker apart on one folder, restarted whenever they end. */
export class Cluster {
  readonly dataDir: string
  readonly url: string
  /** Ends that nobody asked for, of processes that had been ready. */
  readonly crashes: string[] = []
  readonly #folder: string
  readonly #port: number
  readonly #service: string
  readonly #parts = new Map<Part, Running>()
  #stopping = false

  /** @param service address of the double of fal, which trains, draws people and writes, and is not killed */
  constructor(folder: string, port: number, service: string) {
    this.#folder = folder
    this.#port = port
    this.#service = service
    this.dataDir = join(folder, 'data')
    this.url = `http://127.0.0.1:${port}`
  }

  get #database(): string {
    return join(this.dataDir, 'postgres')
  }

  get #models(): string {
    return join(this.#folder, 'models')
  }

  get env(): Record<string, string> {
    return {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      NODE_ENV: 'production',
      DATA_DIR: this.dataDir,
      MODELS_DIR: this.#models,
      PORT: String(this.#port),
      LOG_LEVEL: 'warn',
      LOG_FORMAT: 'json',
      API_LIMIT_PER_ADDRESS: '0',
      API_LIMIT_PER_CALLER: '0',
      // Each round of business opens accounts of its own.
      REGISTRATIONS_PER_IP: '1000',
      FAL_KEY,
      FAL_BASE_URL: this.#service,
      IMPROVE_PROMPT_CREDITS: '2',
    }
  }

  get pids(): number[] {
    return [...this.#parts.values()].flatMap(({ child }) => child.pid ?? [])
  }

  start(): void {
    // With a model that draws over what is there, all kinds of jobs can be ordered.
    cpSync(join(ROOT, 'tests', 'fixtures', 'tiny-sd'), join(this.#models, 'tiny-sd'), {
      recursive: true,
    })
    this.#spawn('web')
    this.#spawn('worker')
  }

  /** Waits until the whole answers that it can work. */
  async whenReady(timeoutMs: number): Promise<void> {
    const deadline = Date.now() + timeoutMs
    for (;;) {
      const answer = await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(2000) }).catch(
        () => null,
      )
      if (answer?.status === 200) return
      if (Date.now() > deadline)
        throw new Error(`Not ready after ${timeoutMs / 1000} s: see ${this.#folder}`)
      await sleep(200)
    }
  }

  /** kill -9. @returns the pid, or null when it is not running at this moment */
  kill(victim: Victim): number | null {
    if (victim === 'postgres') {
      const pid = findPostmaster(this.#database)?.pid ?? null
      if (pid !== null) process.kill(pid, 'SIGKILL')
      return pid
    }
    if (victim === 'standing postgres') {
      const pid = findPostmaster(this.#database)?.pid ?? null
      if (pid !== null) this.#standStill(pid)
      return pid
    }
    if (victim === 'engine') {
      const pid = findEngine(this.#parts.get('worker')?.child.pid)
      if (pid !== null) process.kill(pid, 'SIGKILL')
      return pid
    }
    const part = this.#parts.get(victim)
    if (!part?.child.pid) return null
    part.killedByUs = true
    part.child.kill('SIGKILL')
    return part.child.pid
  }

  /** Stops the whole database for a while, as a machine does that hangs: nothing is refused, nothing answered. */
  #standStill(postmaster: number): void {
    const pids = [postmaster, ...childrenOf(postmaster)]
    signalAll(pids, 'SIGSTOP')
    setTimeout(() => signalAll(pids, 'SIGCONT'), STANDS_STILL_MS)
  }

  /** SIGTERM. @returns what did not end as it should */
  async stop(timeoutMs = 40_000): Promise<string[]> {
    this.#stopping = true
    const ends = [...this.#parts].map(async ([name, { child }]) => {
      if (child.exitCode !== null || child.signalCode !== null) return []
      const ended = new Promise<number | null>((resolve) =>
        child.once('exit', (code) => resolve(code)),
      )
      child.kill('SIGTERM')
      const code = await Promise.race([ended, sleep(timeoutMs, 'late' as const, { ref: false })])
      if (code === 'late') child.kill('SIGKILL')
      return code === 0 ? [] : [`${name} ended with ${code} on SIGTERM`]
    })
    return (await Promise.all(ends)).flat()
  }

  #spawn(part: Part): void {
    const log = openSync(join(this.#folder, `${part}.log`), 'a')
    const child = spawn(process.execPath, ['server/main.ts', `--roles=${ROLES[part]}`], {
      cwd: ROOT,
      env: this.env,
      stdio: ['ignore', 'pipe', log],
    })
    closeSync(log)
    const running: Running = { child, ready: false, killedByUs: false }
    this.#parts.set(part, running)
    // It writes one line, when it is ready.
    child.stdout?.once('data', () => (running.ready = true))
    child.once('exit', (code, signal) => {
      if (this.#stopping) return
      if (running.ready && !running.killedByUs)
        this.crashes.push(`${part} ended with ${signal ?? code}`)
      setTimeout(() => {
        if (!this.#stopping) this.#spawn(part)
      }, RESTART_AFTER_MS)
    })
  }
}

/** What a process runs in which networks do. */
const ENGINES = ['engine/process/worker.ts', 'engine/video/video-process.ts']

/** A process in which a worker's networks run, if it has one at this moment. */
function findEngine(worker: number | undefined): number | null {
  try {
    const running = childrenOf(worker).filter((pid) => {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      return ENGINES.some((script) => command.includes(script))
    })
    return running.length === 0 ? null : running[randomInt(running.length)]!
  } catch {
    return null
  }
}

/** Ends processes of the program that an earlier, killed run left; a recycled pid is left alone. */
export function killLeftovers(pids: number[]): void {
  for (const pid of pids) {
    try {
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('server/main.ts'))
        process.kill(pid, 'SIGKILL')
    } catch {
      // Gone already.
    }
  }
}
