/**
 * Runs all tests: unit and API tests (vitest) with a short chaos run beside them, then the browser tests (Playwright), and at
 * the end once more the files of unit and API tests that had failed, if they are few (decision 0382).
 * Their output streams through; then come what passed only at its second try, what failed and how long each part took, and
 * the last line is the sum, `N passed, N failed`.
 * Exits with 1 if a test failed, if a part ended badly without naming a test, or if nothing ran.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  countPlaywright,
  countVitest,
  countWithSecondTry,
  type Counts,
  type Failure,
  filesToTryAgain,
  listFailures,
  outsideOfTests,
  type PlaywrightReport,
  type VitestReport,
} from './count-tests.ts'
import { dataParent } from './support/data-parent.ts'

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

/** The counts of a part; one that ended badly without naming a failed test is one failure. */
function withItsEnd(part: Part, counts: Counts): Counts {
  if (part.code === 0 || counts.failures.length > 0) return counts
  return { ...counts, failures: [endedBadly(part)] }
}

/** A run of vitest that has ended. */
interface VitestRun {
  part: Part
  report: VitestReport
  /** Errors that belong to no test. */
  outside: Failure[]
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))
const withoutReport = (part: Part, error: unknown): Failure =>
  endedBadly(part, `There is no report: ${String(error)}`)

async function runVitest(name: string, folder: string, args: string[] = []): Promise<VitestRun> {
  mkdirSync(folder)
  const report = join(folder, 'vitest.json')
  const unhandled = join(folder, 'unhandled.json')
  const reporters = ['default', 'json', './scripts/report-unhandled.ts']
  const part = await run(
    name,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...reporters.map((reporter) => `--reporter=${reporter}`),
      `--outputFile.json=${report}`,
      ...args,
    ],
    { env: { UNHANDLED_ERRORS: unhandled } },
  )
  try {
    const outside = (readJson(unhandled) as string[]).map(outsideOfTests)
    return { part, report: readJson(report) as VitestReport, outside }
  } catch (error) {
    return { part, report: { testResults: [] }, outside: [withoutReport(part, error)] }
  }
}

/**
 * Runs the files that failed once more, one after the other with nothing beside them, and counts both runs together.
 * Where they are too many, or an error belonged to no test, the first run counts alone.
 */
async function tryAgain(
  first: VitestRun,
  folder: string,
): Promise<{ counts: Counts; parts: Part[] }> {
  const files = first.outside.length > 0 ? [] : filesToTryAgain(first.report)
  if (files.length === 0) {
    const { failures, ...counts } = countVitest(first.report, root)
    const all = { ...counts, failures: [...failures, ...first.outside] }
    return { counts: withItsEnd(first.part, all), parts: [] }
  }
  const second = await runVitest('Second try', folder, [...files, '--maxWorkers=1'])
  const { failures, ...counts } = countWithSecondTry(first.report, second.report, root)
  // A failed test ends it with 1; what else ends it so, such as its teardown, is not told apart.
  const badEnd = first.part.code === 1 ? [] : [endedBadly(first.part)]
  const all = { ...counts, failures: [...failures, ...badEnd, ...second.outside] }
  return { counts: withItsEnd(second.part, all), parts: [second.part] }
}

function countBrowser(part: Part, report: string): Counts {
  try {
    return withItsEnd(part, countPlaywright(readJson(report) as PlaywrightReport))
  } catch (error) {
    return { passed: 0, failures: [withoutReport(part, error)], unsteady: [] }
  }
}

async function runAll(reports: string): Promise<{ counts: Counts[]; parts: Part[] }> {
  // Most of its time it waits, for what was killed and for what is to settle.
  const chaosBeside = run('Chaos', ['tests/chaos/main.ts', '--kills', '5'], { isBeside: true })
  const units = await runVitest('Unit and API tests', join(reports, 'first'))
  const chaos = await chaosBeside
  const playwright = join(reports, 'playwright.json')
  const browser = await run(
    'Browser tests',
    ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'],
    { env: { PLAYWRIGHT_JSON_OUTPUT_FILE: playwright, E2E_FOLDER: join(reports, 'e2e') } },
  )
  const again = await tryAgain(units, join(reports, 'second'))
  const chaosFailures = chaos.code === 0 ? [] : [endedBadly(chaos)]
  const counts = [
    again.counts,
    countBrowser(browser, playwright),
    { passed: chaosFailures.length === 0 ? 1 : 0, failures: chaosFailures, unsteady: [] },
  ]
  return { counts, parts: [units.part, browser, chaos, ...again.parts] }
}

const inMinutes = (ms: number): string => (ms / 60_000).toFixed(1)

const started = performance.now()
const reports = mkdtempSync(join(dataParent(), 'atelier-tests-'))
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
