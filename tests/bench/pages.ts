import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { pickPort } from '#server/platform/embedded-postgres/port.ts'
import { paths } from '#contract/paths.ts'
import { chromiumLaunch } from '#scripts/support/chromium.ts'
import { killPrograms, runProgram } from '../support/run-program.ts'
import type { BenchResult, SkippedBench } from './bench-result.ts'
import { type PageScore, prepareLighthouse, scorePage } from './lighthouse.ts'
import { median } from './statistics.ts'

/** Lighthouse runs so often on each page; the middle counts. */
const RUNS = 5
const LARGEST_PAINT_SECONDS = 2
const LAYOUT_SHIFT = 0.02
const BLOCKING_MS = 150

interface MeasuredPage {
  name: string
  url: string
  /** JavaScript, at most. */
  scriptKb: number
  /** What Lighthouse should give it. */
  performance: number
}

const pagesAt = (origin: string): MeasuredPage[] => {
  const page = (name: string, path: string, scriptKb: number, performance: number) => ({
    name,
    url: `${origin}${path}`,
    scriptKb,
    performance,
  })
  return [
    page('home', paths.home.link(), 200, 95),
    page('pricing', paths.pricing.link(), 200, 95),
    page('create', paths.textToImage.link(), 200, 95),
    page('all tools', paths.allTools.link(), 200, 95),
  ]
}

interface Script {
  name: string
  /** Size as gzip sends it, whatever it was sent as. */
  bytes: number
}

/** All JavaScript that a new visitor on a phone receives until the network is idle. */
async function readScripts(url: string): Promise<Script[]> {
  const browser = await chromium.launch(await chromiumLaunch())
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 }, isMobile: true })
    const scripts: Promise<Script>[] = []
    page.on('response', (response) => {
      if (!/javascript/.test(response.headers()['content-type'] ?? '')) return
      const name = new URL(response.url()).pathname.split('/').at(-1) ?? ''
      scripts.push(response.body().then((body) => ({ name, bytes: gzipSync(body).length })))
    })
    await page.goto(url, { waitUntil: 'networkidle' })
    return await Promise.all(scripts)
  } finally {
    await browser.close()
  }
}

async function weighScripts({ name, url, scriptKb }: MeasuredPage): Promise<BenchResult> {
  const scripts = (await readScripts(url)).toSorted((a, b) => b.bytes - a.bytes)
  const inKb = ({ bytes }: Script) => bytes / 1000
  const heaviest = scripts.slice(0, 8).map((script) => `${script.name} ${inKb(script).toFixed(1)}`)
  return {
    name: `JavaScript of ${name}, gz`,
    value: scripts.reduce((sum, script) => sum + inKb(script), 0),
    unit: 'kB',
    target: { atMost: scriptKb },
    detail: `${scripts.length} files; ${heaviest.join('; ')}`,
  }
}

async function scoreOf(
  lighthouse: string,
  { name, url, performance }: MeasuredPage,
): Promise<BenchResult[]> {
  const scores: PageScore[] = []
  for (let round = 0; round < RUNS; round++) scores.push(await scorePage(lighthouse, url))
  const result = (
    what: string,
    unit: BenchResult['unit'],
    target: BenchResult['target'],
    valueOf: (score: PageScore) => number,
  ): BenchResult => {
    const values = scores.map(valueOf)
    const digits = unit === 'points' || unit === 'ms' ? 0 : unit === 's' ? 2 : 3
    const detail = values.map((value) => value.toFixed(digits)).join(', ')
    return { name: `${what} of ${name}`, value: median(values), unit, target, detail }
  }
  return [
    result(
      'Lighthouse mobile performance',
      'points',
      { atLeast: performance },
      (score) => score.performance,
    ),
    result(
      'Largest contentful paint',
      's',
      { atMost: LARGEST_PAINT_SECONDS },
      (score) => score.largestPaint,
    ),
    result('Layout shift', '', { atMost: LAYOUT_SHIFT }, (score) => score.layoutShift),
    result('Blocking time', 'ms', { atMost: BLOCKING_MS }, (score) => score.blockingMs),
  ]
}

/** Measures the pages of the built app, as `npm start` runs it, on a folder of its own. */
async function onPages<T>(measure: (pages: MeasuredPage[]) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'atelier-bench-pages-'))
  try {
    const port = String(await pickPort())
    await runProgram({ env: { PORT: port, DATA_DIR: dataDir, LOG_LEVEL: 'error' } }).ready
    return await measure(pagesAt(`http://127.0.0.1:${port}`))
  } finally {
    killPrograms()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** How much JavaScript the first pages bring. */
export const benchPageWeight = (): Promise<BenchResult[]> =>
  onPages(async (pages) => {
    const results: BenchResult[] = []
    for (const page of pages) results.push(await weighScripts(page))
    return results
  })

/** How soon the first pages stand on a phone. */
export async function benchPageSpeed(): Promise<(BenchResult | SkippedBench)[]> {
  const name = 'Lighthouse mobile performance'
  let lighthouse: string
  try {
    lighthouse = await prepareLighthouse()
  } catch (error) {
    return [{ name, skipped: `Lighthouse cannot be had: ${(error as Error).message}` }]
  }
  return onPages(async (pages) => {
    const results: BenchResult[] = []
    for (const page of pages) results.push(...(await scoreOf(lighthouse, page)))
    return results
  })
}
