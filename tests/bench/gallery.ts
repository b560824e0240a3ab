import { type Browser, chromium, type Page, request } from '@playwright/test'
import { newPerson, type Person, signIn } from '../e2e/people.ts'
import { type OwnApp, startOwnApp } from '../e2e/own-app.ts'
import { chromiumLaunch } from '#scripts/support/chromium.ts'
import type { BenchResult } from './bench-result.ts'
import { benchFirstPage, benchJumps } from './library.ts'

const IMAGES = 100_000
const A_JOB = 4
const SIZE = { width: 1280, height: 800 }
/** Of scrolling, at a speed at which people look for something: three screens a second. */
const SCROLL_MS = 10_000
const SPEED_PX_S = 2400

/** Draws one job, and waits for its images. */
async function draw(app: OwnApp, { token }: Person): Promise<string> {
  const headers = { authorization: `Token ${token}` }
  const api = await request.newContext({ baseURL: app.url, extraHTTPHeaders: headers })
  try {
    const data = { prompt: 'a red fox in the snow', num_images: A_JOB, steps: 8, seed: 7 }
    const made = await api.post('/api/inference_jobs/', { data })
    const { id } = (await made.json()) as { id: string }
    for (;;) {
      const job = (await (await api.get(`/api/inference_jobs/${id}/`)).json()) as { status: string }
      if (job.status === 'S') return id
      if (job.status !== 'P' && job.status !== 'R')
        throw new Error(`The job ended as ${job.status}`)
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  } finally {
    await api.dispose()
  }
}

/** Jobs that are copied by one statement, which has a few seconds. */
const BATCH = 2500

/** Copies a job and its images, ten minutes apart and back in time, with the files of the first. */
async function seed(app: OwnApp, job: string): Promise<void> {
  for (let first = 1; first <= IMAGES / A_JOB; first += BATCH) {
    await app.sql(`
      create temp table copies as
        select n, uuidv7(-n * interval '10 minutes') as id, now() - n * interval '10 minutes' as at
        from generate_series(${first}, ${first + BATCH - 1}) n;
      insert into inference_jobs
        select copy.* from inference_jobs job, copies, jsonb_populate_record(job, jsonb_build_object(
          'id', copies.id, 'created_at', copies.at, 'finished_at', copies.at,
          'fingerprint', null, 'quote_id', null, 'hold_id', null)) copy
        where job.id = '${job}';
      insert into prediction_images
        select copy.* from prediction_images image, copies, jsonb_populate_record(image, jsonb_build_object(
          'id', uuidv7(-copies.n * interval '10 minutes'), 'job_id', copies.id,
          'created_at', copies.at, 'delivered_at', copies.at)) copy
        where image.job_id = '${job}';`)
  }
}

const STAGE = 'section[aria-label="Images"]'

/** Scrolls evenly for a while. @returns frames a second, the longest frame, and the most elements there were */
async function scroll(page: Page): Promise<{ fps: number; longest: number; nodes: number }> {
  return page.evaluate(
    async ({ stage, time, speed }) => {
      const scroller = document.querySelector(stage)!
      const begin = performance.now()
      const times = [begin]
      let nodes = 0
      for (let now = begin; now < begin + time;) {
        now = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
        scroller.scrollTop += (speed * (now - times.at(-1)!)) / 1000
        times.push(now)
        nodes = Math.max(nodes, document.querySelectorAll('*').length)
      }
      const frames = times.slice(1).map((at, index) => at - times[index]!)
      return {
        fps: (1000 * frames.length) / (times.at(-1)! - begin),
        longest: Math.max(...frames),
        nodes,
      }
    },
    { stage: STAGE, time: SCROLL_MS, speed: SPEED_PX_S },
  )
}

/** Goes to the end of the list as fast as it comes. @returns its height, pixels */
async function scrollToEnd(page: Page): Promise<number> {
  return page.evaluate(async (stage) => {
    const scroller = document.querySelector(stage)!
    let height = 0
    for (let stillMs = 0; stillMs < 8000;) {
      scroller.scrollTop = scroller.scrollHeight
      await new Promise((resolve) => setTimeout(resolve, 25))
      stillMs = scroller.scrollHeight === height ? stillMs + 25 : 0
      height = scroller.scrollHeight
    }
    return height
  }, STAGE)
}

async function heapMegabytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize / 1024 ** 2
}

/** How far from its place the list stands after another page and Back, pixels. */
async function leaveAndComeBack(page: Page): Promise<number> {
  const top = () => page.evaluate((stage) => document.querySelector(stage)!.scrollTop, STAGE)
  await page.evaluate((stage) => (document.querySelector(stage)!.scrollTop = 100_000), STAGE)
  await page.waitForTimeout(1000)
  const before = await top()
  await page.locator('a[href^="/pricing"]').first().click()
  await page.waitForURL('**/pricing')
  await page.goBack()
  await page.locator(`${STAGE} [data-picture]`).first().waitFor()
  return Math.abs((await top()) - before)
}

async function look(browser: Browser, app: OwnApp, person: Person): Promise<BenchResult[]> {
  const context = await browser.newContext({ viewport: SIZE, baseURL: app.url })
  await signIn(context, person, app.url)
  const page = await context.newPage()
  await page.goto('/text-to-image')
  await page.locator(`${STAGE} [data-picture]`).first().waitFor()
  const first = await heapMegabytes(page)
  const { fps, longest, nodes } = await scroll(page)
  const shifted = await leaveAndComeBack(page)
  const height = await scrollToEnd(page)
  const heap = await heapMegabytes(page)
  const atEnd = await page.evaluate(() => document.querySelectorAll('*').length)
  const what = `${IMAGES} images, ${SIZE.width} x ${SIZE.height}`
  return [
    {
      name: 'Elements on the page while scrolling the history',
      value: Math.max(nodes, atEnd),
      unit: 'elements',
      target: { atMost: 1500 },
      detail: `${what}; at the end of the list ${atEnd}`,
    },
    {
      name: 'Frames while scrolling the history',
      value: fps,
      unit: 'frames/s',
      target: { atLeast: 55 },
      detail: `${what}, ${SPEED_PX_S} px/s for ${SCROLL_MS / 1000} s; longest frame ${longest.toFixed(0)} ms`,
    },
    {
      name: 'Memory of the page after the whole history',
      value: heap,
      unit: 'MB',
      target: { atMost: 150 },
      detail: `${what}, ${Math.round(height)} px high; ${first.toFixed(0)} MB at its beginning`,
    },
    {
      name: 'Distance from the place left, after Back',
      value: shifted,
      unit: 'px',
      target: { atMost: 1 },
      detail: what,
    },
  ]
}

/** A history as long as anybody's: what a browser does with it. */
export async function benchGallery(): Promise<BenchResult[]> {
  await using stack = new AsyncDisposableStack()
  const app = await startOwnApp()
  stack.defer(() => app.dispose())
  const api = await request.newContext({ baseURL: app.url })
  stack.defer(() => api.dispose())
  const person = await newPerson(api)
  await seed(app, await draw(app, person))
  const browser = await chromium.launch(await chromiumLaunch())
  stack.defer(() => browser.close())
  return [
    ...(await look(browser, app, person)),
    await benchFirstPage(app, person, IMAGES),
    await benchJumps(browser, app, person, IMAGES),
  ]
}
