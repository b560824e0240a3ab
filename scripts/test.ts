/**
 * Runs all tests: unit and API tests (vitest), the browser tests (Playwright) and a short chaos run.
 * Their output streams through; the last line is the sum, `N passed, N failed`.
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
  type PlaywrightReport,
  type VitestReport,
} from './count-tests.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Runs one part to its end; resolves to its exit code, 1 where a signal ended it. */
function run(name: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  console.log(`\n== ${name}`)
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const passOn = (signal: NodeJS.Signals): void => {
      child.kill(signal)
    }
    process.on('SIGINT', passOn).on('SIGTERM', passOn)
    child.once('error', () => resolve(1))
    child.once('exit', (code) => {
      process.off('SIGINT', passOn).off('SIGTERM', passOn)
      resolve(code ?? 1)
    })
  })
}

/** The counts of a report; a part that ended badly without a failed test counts as one failure. */
function countOf(file: string, count: (report: unknown) => Counts, code: number): Counts {
  let counts: Counts
  try {
    counts = count(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    console.error(`There is no report of this part: ${String(error)}`)
    return { passed: 0, failed: 1 }
  }
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

async function runAll(reports: string): Promise<Counts[]> {
  const vitest = join(reports, 'vitest.json')
  const vitestCode = await run('Unit and API tests', [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${vitest}`,
  ])
  const playwright = join(reports, 'playwright.json')
  const playwrightCode = await run(
    'Browser tests',
    ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'],
    { PLAYWRIGHT_JSON_OUTPUT_FILE: playwright, E2E_DATA_DIR: join(reports, 'e2e') },
  )
  const chaosCode = await run('Chaos', ['tests/chaos/main.ts', '--kills', '5'])
  return [
    countOf(vitest, (report) => countVitest(report as VitestReport), vitestCode),
    countOf(playwright, (report) => countPlaywright(report as PlaywrightReport), playwrightCode),
    chaosCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 },
  ]
}

const started = performance.now()
const reports = mkdtempSync(join(tmpdir(), 'atelier-tests-'))
const parts = await runAll(reports)
rmSync(reports, { recursive: true, force: true })
const passed = parts.reduce((sum, part) => sum + part.passed, 0)
const failed = parts.reduce((sum, part) => sum + part.failed, 0)
if (failed > 0 || passed === 0) process.exitCode = 1
console.log(`\nTook ${((performance.now() - started) / 60_000).toFixed(1)} minutes`)
console.log(`${passed} passed, ${failed} failed`)
