import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pickPort } from '#server/platform/embedded-postgres/port.ts'
import { killPrograms, runProgram } from '../support/run-program.ts'
import type { BenchResult } from './bench-result.ts'
import { httpGet } from './http-get.ts'
import { median } from './statistics.ts'

const ROUNDS = 5

/** Seconds from starting the program to the first whole page, then stops it. */
async function startOnce(dataDir: string): Promise<number> {
  const port = String(await pickPort())
  const started = performance.now()
  const program = runProgram({ env: { PORT: port, DATA_DIR: dataDir, LOG_LEVEL: 'error' } })
  await program.ready
  await httpGet(`http://127.0.0.1:${port}/`, { accept: 'text/html' })
  const seconds = (performance.now() - started) / 1000
  program.kill('SIGTERM')
  await program.ended
  return seconds
}

/** How long `npm start` takes to the first page once everything is installed, built and set up. */
export async function benchStart(): Promise<BenchResult> {
  const dataDir = mkdtempSync(join(tmpdir(), 'atelier-bench-start-'))
  try {
    const first = await startOnce(dataDir)
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) times.push(await startOnce(dataDir))
    return {
      name: 'Start to first page, installed',
      value: median(times),
      unit: 's',
      target: { atMost: 3 },
      detail: `${Math.min(...times).toFixed(2)} to ${Math.max(...times).toFixed(2)} s; the very first, with a new database, ${first.toFixed(2)} s`,
    }
  } finally {
    killPrograms()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
