import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pickPort } from '#server/platform/embedded-postgres/port.ts'
import { killPrograms, runProgram } from '../support/run-program.ts'
import type { BenchResult, SkippedBench } from './bench-result.ts'
import { httpGet } from './http-get.ts'

const NAME = 'Home pages for signed-out visitors, a second of one core'
const WARM_UP = 50
const PAGES = 3000
const RENDERED = 60
const AT_ONCE = 8
/** `/proc/PID/stat` counts in hundredths of a second. */
const TICKS = 100

/** Processor time of a process and all its threads, in seconds. */
function processorSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name, in brackets, may have spaces in it; user and system time are the 14th and 15th fields.
  const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14)
  return (Number(user) + Number(system)) / TICKS
}

async function ask(count: number, urlOf: (at: number) => string): Promise<void> {
  let next = 0
  const one = async () => {
    while (next < count) await httpGet(urlOf(next++), { 'accept-encoding': 'br' })
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
}

/**
 * How many home pages the server sends for a second of processor time, compression and all threads included. It is the server's own
 * time that counts, so that neither this program, which asks, nor a busy machine is in the figure.
 */
export async function benchPageRate(): Promise<(BenchResult | SkippedBench)[]> {
  if (process.platform !== 'linux') return [{ name: NAME, skipped: 'Needs the /proc of Linux' }]
  const dataDir = mkdtempSync(join(tmpdir(), 'atelier-bench-rate-'))
  try {
    const port = String(await pickPort())
    const program = runProgram({
      env: {
        PORT: port,
        DATA_DIR: dataDir,
        LOG_LEVEL: 'error',
        API_LIMIT_PER_ADDRESS: '1000000',
      },
    })
    await program.ready
    const home = `http://127.0.0.1:${port}/`
    const rate = async (count: number, urlOf: (at: number) => string): Promise<number> => {
      await ask(WARM_UP, urlOf)
      const before = processorSeconds(program.pid)
      await ask(count, urlOf)
      return count / (processorSeconds(program.pid) - before)
    }
    const kept = await rate(PAGES, () => home)
    // A page whose query it reads is rendered for its visitor.
    const rendered = await rate(RENDERED, (at) => `${home}?show=${at}`)
    return [
      {
        name: NAME,
        value: kept,
        unit: 'pages',
        target: { atLeast: 300 },
        detail: `rendered for each visitor: ${Math.round(rendered)}`,
      },
    ]
  } finally {
    killPrograms()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
