/**
 * Runs all tests: unit and API tests (vitest) with a short chaos run beside them, then the browser tests (Playwright).
 * Their output streams through; then come what passed only at its second try, what failed and how long each part took,
 * and the last line is the sum, `N passed, N failed`.
 * Exits with 1 if a test failed, if a part ended badly without naming a test, or if nothing ran.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  countPlaywright,
  countVitest,
  type Counts,
  type Failure,
  listFailures,
  type PlaywrightReport,
  type VitestReport,
} from './count-tests.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Characters. */
const LAST_WORDS = 4000

/** A part that has ended. */
interface Part {
  name: string
  /** 1 where a signal ended it. */
  code: number
  ms: number
  /** Of a part that runs beside another. */
  output: string
}

interface RunOptions {
  env?: Record<string, string>
  /** Beside another part, so that its output comes in one piece, at its end. */
  isBeside?: boolean
}

/** Runs one part to its end. */
function run(
  name: string,
  args: string[],
  { env = {}, isBeside = false }: RunOptions = {},
): Promise<Part> {
  const output: Buffer[] = []
  if (!isBeside) console.log(`\n== ${name}`)
  const started = performance.now()
  return new Promise((resolve) => {
    const stream = isBeside ? 'pipe' : 'inherit'
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', stream, stream],
    })
    for (const piped of [child.stdout, child.stderr])
      piped?.on('data', (chunk: Buffer) => output.push(chunk))
    const passOn = (signal: NodeJS.Signals): void => {
      child.kill(signal)
    }
    process.on('SIGINT', passOn).on('SIGTERM', passOn)
    const end = (code: number | null): void => {
      process.off('SIGINT', passOn).off('SIGTERM', passOn)
      if (isBeside) console.log(`\n== ${name}\n${Buffer.concat(output).toString()}`)
      const ms = performance.now() - started
      resolve({ name, code: code ?? 1, ms, output: Buffer.concat(output).toString() })
    }
    child.once('error', () => end(1))
    child.once('close', end)
  })
}

/** A part that ended badly, with the last it said where its output has scrolled away. */
const endedBadly = ({ name, code, output }: Part, error = ''): Failure => ({
  name,
  error: `Ended with exit code ${code}\n${error}${output.slice(-LAST_WORDS)}`,
})

/** The counts of a part's report; a part that ended badly without naming a failed test is one failure. */
function countOf(part: Part, file: string, count: (report: unknown) => Counts): Counts {
  try {
    const counts = count(JSON.parse(readFileSync(file, 'utf8')))
    if (part.code === 0 || counts.failures.length > 0) return counts
    return { ...counts, failures: [endedBadly(part)] }
  } catch (error) {
    const failure = endedBadly(part, `There is no report: ${String(error)}`)
    return { passed: 0, failures: [failure], unsteady: [] }
  }
}

async function runAll(reports: string): Promise<{ counts: Counts[]; parts: Part[] }> {
  // Most of its time it waits, for what was killed and for what is to settle.
  const chaosBeside = run('Chaos', ['tests/chaos/main.ts', '--kills', '5'], { isBeside: true })
  const vitest = join(reports, 'vitest.json')
  const units = await run('Unit and API tests', [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${vitest}`,
  ])
  const chaos = await chaosBeside
  const playwright = join(reports, 'playwright.json')
  const browser = await run(
    'Browser tests',
    ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'],
    { env: { PLAYWRIGHT_JSON_OUTPUT_FILE: playwright, E2E_FOLDER: join(reports, 'e2e') } },
  )
  const chaosFailures = chaos.code === 0 ? [] : [endedBadly(chaos)]
  const counts = [
    countOf(units, vitest, (report) => countVitest(report as VitestReport, root)),
    countOf(browser, playwright, (report) => countPlaywright(report as PlaywrightReport)),
    { passed: chaosFailures.length === 0 ? 1 : 0, failures: chaosFailures, unsteady: [] },
  ]
  return { counts, parts: [units, browser, chaos] }
}

const inMinutes = (ms: number): string => (ms / 60_000).toFixed(1)

const started = performance.now()
const reports = mkdtempSync(join(tmpdir(), 'atelier-tests-'))
const { counts, parts } = await runAll(reports)
rmSync(reports, { recursive: true, force: true })
const passed = counts.reduce((sum, part) => sum + part.passed, 0)
const failures = counts.flatMap((part) => part.failures)
const unsteady = counts.flatMap((part) => part.unsteady)
if (failures.length > 0 || passed === 0) process.exitCode = 1
if (unsteady.length > 0) console.log(`\n== Passed at the second try\n${listFailures(unsteady)}`)
if (failures.length > 0) console.log(`\n== Failed\n${listFailures(failures)}`)
const took = parts.map(({ name, ms }) => `${name} ${inMinutes(ms)}`).join(', ')
console.log(`\nTook ${inMinutes(performance.now() - started)} minutes: ${took}`)
console.log(`${passed} passed, ${failures.length} failed`)
