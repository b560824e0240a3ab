import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { chromiumLaunch } from '#scripts/support/chromium.ts'

const run = promisify(execFile)

/** 13.x ends in the middle of a run with this Chromium. */
const VERSION = '12.8.2'

/** What Lighthouse says of a page on a simulated phone with a slow line. */
export interface PageScore {
  /** Performance, 0 to 100. */
  performance: number
  /** Largest contentful paint, in seconds. */
  largestPaint: number
  /** Cumulative layout shift. */
  layoutShift: number
  /** Total blocking time, in milliseconds. */
  blockingMs: number
}

/** The parts of a Lighthouse report that are read here. */
interface Report {
  runtimeError?: { message: string }
  categories: { performance: { score: number | null } }
  audits: Record<string, { numericValue?: number }>
}

/**
 * Installs Lighthouse into the cache folder, once: with 185 MB it is no dependency of everybody's. The folder is
 * moved into place only when it is complete.
 * @returns its program
 */
export async function prepareLighthouse(): Promise<string> {
  const folder = resolve('.cache', 'bench', `lighthouse-${VERSION}`)
  const program = join(folder, 'node_modules', 'lighthouse', 'cli', 'index.js')
  if (existsSync(program)) return program
  const draft = `${folder}-${process.pid}`
  try {
    mkdirSync(draft, { recursive: true })
    writeFileSync(join(draft, 'package.json'), '{"private":true}')
    process.stderr.write('Installing Lighthouse for the bench (185 MB) ...\n')
    const options = ['--ignore-scripts', '--no-audit', '--no-fund']
    await run('npm', ['install', `lighthouse@${VERSION}`, ...options], { cwd: draft })
    renameSync(draft, folder)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return program
}

/**
 * Runs Lighthouse once, as its mobile preset has it.
 * @param program what `prepareLighthouse` answered
 * @throws when the page could not be measured
 */
export async function scorePage(program: string, url: string): Promise<PageScore> {
  const { executablePath, args = [] } = await chromiumLaunch()
  const options = [
    '--quiet',
    '--output=json',
    '--only-categories=performance',
    '--no-enable-error-reporting',
    `--chrome-flags=${['--headless=shell', ...args].join(' ')}`,
  ]
  const file = resolve('.cache', 'bench', `lighthouse-report-${process.pid}.json`)
  try {
    await run(process.execPath, [program, url, ...options, `--output-path=${file}`], {
      env: { ...process.env, CHROME_PATH: executablePath },
    })
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report
    const { score } = report.categories.performance
    const [paint, shift, blocking] = [
      'largest-contentful-paint',
      'cumulative-layout-shift',
      'total-blocking-time',
    ].map((audit) => report.audits[audit]?.numericValue)
    if (score === null || paint === undefined || shift === undefined || blocking === undefined) {
      throw new Error(`Lighthouse could not measure ${url}: ${report.runtimeError?.message}`)
    }
    return {
      performance: Math.round(score * 100),
      largestPaint: paint / 1000,
      layoutShift: shift,
      blockingMs: blocking,
    }
  } finally {
    rmSync(file, { force: true })
  }
}
