import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pickPort } from '#server/platform/embedded-postgres/port.ts'
import { ALLOCATOR_SETTINGS } from '#server/platform/process/allocator.ts'
import { killPrograms, type Program, runProgram } from '../support/run-program.ts'
import { make, signIn, tryEveryTool } from '../support/try-every-tool.ts'
import type { BenchResult, SkippedBench } from './bench-result.ts'
import { httpGet } from './http-get.ts'
import { processTree } from './process-tree.ts'

const NAME = 'Memory at rest'
const IDLE_MS = 5 * 60_000
const ACCOUNT = { email: 'idle@example.com', password: 'correct horse battery' }
const DRAWING = { prompt: 'a red apple', seed: 1, width: 512, height: 512, num_images: 1 }
const PAGES = ['/', '/es', '/pricing', '/text-to-image', '/inspire/images/all']

/** Megabytes of a process, what it shares with others in parts; 0 for one that has ended. */
function proportional(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

interface Held {
  program: number
  children: number
  database: number
}

/** Memory that the program, the processes that it has started and PostgreSQL hold, in megabytes. */
function heldBy(program: Program, dataDir: string): Held {
  const sum = (pids: readonly number[]) => pids.reduce((all, pid) => all + proportional(pid), 0)
  const pidFile = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')
  const database = processTree(Number(pidFile.split('\n')[0]))
  const children = processTree(program.pid).filter(
    (pid) => pid !== program.pid && !database.includes(pid),
  )
  return {
    program: proportional(program.pid),
    children: sum(children),
    database: sum(database),
  }
}

async function start(dataDir: string): Promise<{ program: Program; url: string }> {
  const port = String(await pickPort())
  const env = { PORT: port, DATA_DIR: dataDir, LOG_LEVEL: 'error', ...ALLOCATOR_SETTINGS }
  const program = runProgram({ env })
  await program.ready
  return { program, url: `http://127.0.0.1:${port}` }
}

async function stop(program: Program): Promise<void> {
  program.kill('SIGTERM')
  await program.ended
}

/** Opens an account by the command line, as an operator does. */
async function openAccount(dataDir: string): Promise<void> {
  const { email, password } = ACCOUNT
  const args = ['user', 'create', '--email', email, '--password', password, '--verified']
  const { ended } = runProgram({
    script: 'server/cli.ts',
    args: [...args, '--plan', 'pro', '--credits', '5000'],
    env: { DATA_DIR: dataDir },
  })
  await ended
}

/**
 * Memory that an installation holds five minutes after every tool and some pages were used, and how much longer its first job
 * then takes than that of a fresh start.
 */
export async function benchIdle(): Promise<(BenchResult | SkippedBench)[]> {
  if (process.platform !== 'linux')
    return [{ name: NAME, skipped: 'Only Linux tells what processes share.' }]
  const dataDir = mkdtempSync(join(tmpdir(), 'atelier-bench-idle-'))
  try {
    const first = await start(dataDir)
    await openAccount(dataDir)
    await stop(first.program)
    const { program, url } = await start(dataDir)
    const call = await signIn(url, ACCOUNT)
    const fresh = await make(call, DRAWING)
    const jobs = await tryEveryTool(call)
    for (const page of PAGES) await httpGet(`${url}${page}`, { accept: 'text/html' })
    const busy = heldBy(program, dataDir)
    await sleep(IDLE_MS)
    const held = heldBy(program, dataDir)
    const rested = await make(call, DRAWING)
    await stop(program)
    const total = ({ program: own, children, database }: Held) => own + children + database
    const shown = (part: Held) =>
      `${total(part).toFixed(0)} MB: program ${part.program.toFixed(0)}, its processes ${part.children.toFixed(0)}, PostgreSQL ${part.database.toFixed(0)}`
    return [
      {
        name: NAME,
        value: total(held),
        unit: 'MB',
        target: { atMost: 450 },
        detail: `five minutes after ${jobs} jobs ${shown(held)}; right after them ${shown(busy)}`,
      },
      {
        name: 'First job after a rest / after a start',
        value: rested / fresh,
        unit: 'x',
        target: { atMost: 1.3 },
        detail: `${rested.toFixed(2)} s after five minutes, ${fresh.toFixed(2)} s after a start`,
      },
    ]
  } finally {
    killPrograms()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
