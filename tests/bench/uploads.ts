import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { api } from '#contract/index.ts'
import { decodeUpload } from '#server/domains/media/decoding/decode-upload.ts'
import { newPerson, type TestPerson } from '../support/people.ts'
import { upload } from '../support/uploads.ts'
import { startBenchApp } from './bench-app.ts'
import type { BenchResult } from './bench-result.ts'
import { percentile } from './statistics.ts'

const SIZE = { width: 5000, height: 10_000 } as const
const AT_ONCE = 4
const EVERY_MS = 25

/** 50 megapixels of noise in a few megabytes. */
async function makeNoise(): Promise<Buffer> {
  const { width, height } = SIZE
  const small = { width: width / 4, height: height / 4, channels: 3 } as const
  return sharp(randomBytes(small.width * small.height * small.channels), { raw: small })
    .resize(width, height, { kernel: 'linear' })
    .webp({ quality: 20, effort: 0 })
    .toBuffer()
}

/** How long the usual calls of somebody take until `done`, in milliseconds. */
async function timeCalls({ call }: TestPerson, done: AbortSignal): Promise<number[]> {
  const calls = [
    () => call(api.users.me, {}),
    () => call(api.uploadedImages.list, { query: {} }),
    () => call(api.inferenceJobs.running, { query: {} }),
  ]
  const times: number[] = []
  while (!done.aborted) {
    for (const ask of calls) {
      const begin = performance.now()
      await ask()
      times.push(performance.now() - begin)
    }
    await sleep(EVERY_MS)
  }
  return times
}

/** The megapixels that photographs have today. */
const PHOTOGRAPH = { width: 5772, height: 4330 } as const
const MEGABYTE = 1024 ** 2

/** What decoding takes at most for 25 megapixels, of the kinds of files that take the most. */
async function benchMemory(): Promise<BenchResult> {
  const { width, height } = PHOTOGRAPH
  const small = { width: Math.ceil(width / 4), height: Math.ceil(height / 4), channels: 4 } as const
  const picture = () =>
    sharp(randomBytes(small.width * small.height * small.channels), { raw: small }).resize(
      width,
      height,
      { fit: 'fill', kernel: 'linear' },
    )
  const files: [name: string, file: Buffer][] = [
    [
      'JPEG on its side',
      await picture().flatten().withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    ],
    ['CMYK', await picture().flatten().toColourspace('cmyk').jpeg().toBuffer()],
    ['transparent WebP', await picture().webp({ quality: 60, effort: 0 }).toBuffer()],
    [
      'PNG of 16 bits, transparent',
      await picture().toColourspace('rgb16').png({ compressionLevel: 1 }).toBuffer(),
    ],
  ]
  const peaks: string[] = []
  let most = 0
  for (const [name, file] of files) {
    const { peakMemory } = await decodeUpload(file, {
      purpose: 'picture',
      signal: new AbortController().signal,
      admit: async () => {},
    })
    most = Math.max(most, peakMemory)
    peaks.push(`${name} ${Math.round(peakMemory / MEGABYTE)} MB`)
  }
  return {
    name: 'Memory that decoding 25 megapixels takes',
    value: most / MEGABYTE,
    unit: 'MB',
    target: { atMost: 1200 },
    detail: peaks.join(', '),
  }
}

/** How other people's calls fare while one person sends four pictures of 50 megapixels of noise at once. */
async function benchCalls(): Promise<BenchResult> {
  const app = await startBenchApp()
  try {
    const [sender, other] = [await newPerson(app), await newPerson(app)]
    const file = await makeNoise()
    const done = new AbortController()
    const times = timeCalls(other, done.signal)
    const begin = performance.now()
    await Promise.all(Array.from({ length: AT_ONCE }, () => upload(sender, file)))
    const seconds = (performance.now() - begin) / 1000
    done.abort()
    const all = await times
    const size = `${AT_ONCE} WebP of ${(file.length / 1e6).toFixed(1)} MB`
    return {
      name: 'Calls while four pictures of 50 MP come in, p99',
      value: percentile(all, 0.99),
      unit: 'ms',
      target: { atMost: 500 },
      detail: `${size}, kept after ${seconds.toFixed(1)} s; ${all.length} calls of somebody else, p50 ${percentile(all, 0.5).toFixed(1)}, longest ${Math.max(...all).toFixed(0)} ms`,
    }
  } finally {
    await app.dispose()
  }
}

/** What a person's large pictures cost everybody else. */
export async function benchUploads(): Promise<BenchResult[]> {
  return [await benchCalls(), await benchMemory()]
}
