import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { VIDEO_MOTIONS } from '#contract/jobs/video.ts'
import { createToolNetworks } from '#engine/vision/networks.ts'
import { FPS } from '#lib/encode-segment.ts'
import { frameCount, type RenderOrder } from '#engine/video/render-video.ts'
import { chromiumLaunch } from '#scripts/support/chromium.ts'
import { photographFile } from '#scripts/support/photographs.ts'
import type { BenchResult, SkippedBench } from '../bench-result.ts'
import { worstLeap } from './evenness.ts'
import { render } from '#scripts/support/render-video.ts'
import { watch, type Watched } from './watch.ts'

/** Seconds. */
const DURATION = 2
const SIZE = { width: 512, height: 512 }

/** Every motion, and two images that fade, as a browser shows them: no leaps, and each plays to its end. */
export async function benchFiles(): Promise<(BenchResult | SkippedBench)[]> {
  const networks = createToolNetworks(2)
  const [photograph, other] = await Promise.all(
    (['astronaut', 'coffee'] as const).map((name) => readFile(photographFile(name))),
  )
  const base = { ...SIZE, duration: DURATION, keys: [photograph!] }
  const orders: [name: string, order: RenderOrder][] = [
    ...VIDEO_MOTIONS.map((motion): [string, RenderOrder] => [motion, { ...base, motion }]),
    ['two images', { ...base, motion: 'none', keys: [photograph!, other!] }],
  ]
  const browser = await chromium.launch(await chromiumLaunch())
  try {
    const page = await browser.newPage()
    const watched: [name: string, Watched][] = []
    let file: Uint8Array = new Uint8Array()
    for (const [name, order] of orders) {
      file = await render(networks, order)
      watched.push([name, await watch(page, file, FPS)])
    }
    return [leaps(watched), plays(watched), await probe(file)]
  } finally {
    await browser.close()
  }
}

function leaps(watched: readonly [name: string, seen: Watched][]): BenchResult {
  const rows = watched.map(([name, { psnrs }]) => ({
    name,
    least: Math.min(...psnrs),
    ...worstLeap(psnrs),
  }))
  const detail = rows.map(
    ({ name, least, decibels, frame }) =>
      `${name}: at least ${least.toFixed(1)} dB, most behind at frame ${frame} by ${decibels.toFixed(1)} dB`,
  )
  return {
    name: 'VID: a frame behind those around it, PSNR to the next',
    value: Math.max(...rows.map(({ decibels }) => decibels)),
    unit: 'dB',
    target: { atMost: 3 },
    detail: detail.join('; '),
  }
}

function plays(watched: readonly [name: string, seen: Watched][]): BenchResult {
  const wrong = watched.filter(
    ([, { width, height, duration }]) =>
      width !== SIZE.width || height !== SIZE.height || duration !== DURATION,
  )
  if (wrong.length > 0)
    throw new Error(`The browser reads something else: ${JSON.stringify(wrong)}`)
  return {
    name: 'VID: played in Chromium up to',
    value: Math.min(...watched.map(([, { playedTo }]) => playedTo)),
    unit: 's',
    target: { atLeast: DURATION - 0.5 / FPS },
    detail: `${watched.length} files of ${DURATION} s`,
  }
}

/** Frames that ffprobe decodes, where the machine has it. */
async function probe(file: Uint8Array): Promise<BenchResult | SkippedBench> {
  const name = 'VID: frames that ffprobe decodes'
  const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-probe-'))
  try {
    const path = join(folder, 'video.mp4')
    await writeFile(path, file)
    const flags = '-v error -count_frames -select_streams v:0 -of csv=p=0'.split(' ')
    const { stdout, stderr } = await promisify(execFile)('ffprobe', [
      ...flags,
      '-show_entries',
      'stream=codec_name,width,height,nb_read_frames',
      path,
    ])
    const said = `${stdout.trim()} ${stderr.trim()}`.trim()
    return {
      name,
      value: stderr === '' ? Number(stdout.trim().split(',').at(-1)) : 0,
      unit: '',
      target: { atLeast: frameCount({ duration: DURATION }) },
      detail: said,
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return { name, skipped: 'There is no ffprobe on this machine.' }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
