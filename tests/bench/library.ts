import type { Browser, Page } from '@playwright/test'
import { signIn, type Person } from '../e2e/people.ts'
import type { OwnApp } from '../e2e/own-app.ts'
import type { BenchResult } from './bench-result.ts'
import { median, timed } from './statistics.ts'

const SIZE = { width: 1280, height: 800 }
const READS = 60
/** The images go back for half a year. */
const JUMPS = 5

/** The newest images as the library asks for them, by HTTP. */
export async function benchFirstPage(
  app: OwnApp,
  { token }: Person,
  images: number,
): Promise<BenchResult> {
  const read = async () => {
    const answer = await fetch(`${app.url}/api/prediction_images/?limit=60`, {
      headers: { authorization: `Token ${token}` },
    })
    const { results } = (await answer.json()) as { results: object[] }
    if (results.length !== 60) throw new Error(`The first page has ${results.length} images`)
  }
  // The first ones compile.
  for (let count = 0; count < READS / 4; count++) await read()
  const times: number[] = []
  for (let count = 0; count < READS; count++) times.push(await timed(read))
  return {
    name: 'First page of the library, by the API',
    value: median(times),
    unit: 'ms',
    target: { atMost: 20 },
    detail: `median of ${READS} reads of 60 of ${images} images; longest ${Math.max(...times).toFixed(0)} ms`,
  }
}

/** Moves the days beside the list by a month. @returns until its images stand there, and until the first of them is seen, ms */
async function jump(page: Page): Promise<{ placed: number; seen: number }> {
  return page.evaluate(async () => {
    const rail = document.querySelector<HTMLElement>(
      '[role="slider"][aria-orientation="vertical"]',
    )!
    const first = () => document.querySelector<HTMLElement>('main [data-picture]')
    const before = first()?.dataset['picture']
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const begin = performance.now()
    rail.dispatchEvent(new KeyboardEvent('keydown', { key: 'PageDown', bubbles: true }))
    while (!first() || first()!.dataset['picture'] === before) await frame()
    const placed = performance.now() - begin
    const isSeen = () => first()?.querySelector('img')?.complete ?? false
    while (!isSeen()) await frame()
    return { placed, seen: performance.now() - begin }
  })
}

/** From one day to another that is months away, in the library of a browser. */
export async function benchJumps(
  browser: Browser,
  app: OwnApp,
  person: Person,
  images: number,
): Promise<BenchResult> {
  const context = await browser.newContext({ viewport: SIZE, baseURL: app.url })
  await signIn(context, person, app.url)
  const page = await context.newPage()
  await page.goto('/user/images', { waitUntil: 'networkidle' })
  const jumps: { placed: number; seen: number }[] = []
  for (let count = 0; count < JUMPS; count++) {
    jumps.push(await jump(page))
    await page.waitForLoadState('networkidle')
  }
  await context.close()
  const placed = jumps.map((one) => one.placed)
  const seen = median(jumps.map((one) => one.seen))
  return {
    name: 'Jump to another day of the library',
    value: median(placed),
    unit: 'ms',
    target: { atMost: 150 },
    detail: `median of ${JUMPS} by a month each, of ${images} images; longest ${Math.max(...placed).toFixed(0)} ms; the first image is seen after ${seen.toFixed(0)} ms`,
  }
}
