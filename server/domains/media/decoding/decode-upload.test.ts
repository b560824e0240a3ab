import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { AppError } from '#server/platform/errors.ts'
import { makePng } from '#tests/support/pictures.ts'
import { DECODE_LIMITS, type DecodeLimits, decodeUpload } from './decode-upload.ts'

/** Costs a process two seconds, and 75 MB for its pixels alone. */
let large: Buffer
beforeAll(async () => {
  const [width, height, channels] = [5000, 5000, 3] as const
  large = await sharp(randomBytes(width * height * channels), { raw: { width, height, channels } })
    .jpeg({ quality: 20 })
    .toBuffer()
})

const decode = (
  file: Buffer,
  change: {
    limits?: Partial<DecodeLimits>
    signal?: AbortSignal
    admit?: (pixels: number) => Promise<void>
  },
) =>
  decodeUpload(
    file,
    {
      purpose: 'mask',
      signal: change.signal ?? new AbortController().signal,
      admit: change.admit ?? (async () => {}),
    },
    { ...DECODE_LIMITS, ...change.limits },
  )

test.each<[string, Partial<DecodeLimits>, string]>([
  ['processor time', { cpuSeconds: 1 }, 'SIGXCPU'],
  ['memory', { memory: 90 * 1024 ** 2 }, 'too much memory'],
])(
  'an image that needs more %s than it may have ends its process alone',
  async (_, limits, why) => {
    const refusal = await decode(large, { limits }).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(AppError)
    expect(refusal).toMatchObject({
      code: 'invalid',
      message: expect.stringMatching(why) as string,
      fieldSentences: { image: [expect.stringContaining('too long or too much memory') as string] },
    })
  },
)

test('an image that waits too long for a busy machine may be sent again', async () => {
  const refusal = await decode(large, { limits: { seconds: 0.5 } }).catch((error: unknown) => error)
  expect(refusal).toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('not done in 0.5 s') as string,
    sentence: expect.stringContaining('try again') as string,
  })
})

test('a small image that finds no memory may be sent again', async () => {
  const mask = await makePng(80, 64)
  // Long enough for the process to look at what it takes.
  const admit = () => sleep(1000)
  await expect(decode(mask, { limits: { memory: 1 }, admit })).rejects.toMatchObject({
    code: 'unavailable',
    sentence: expect.stringContaining('try again') as string,
  })
})

test('the pixels wait for a word on the header, and the process ends with its call', async () => {
  const png = await makePng(8, 8)
  const refused = new AppError('throttled', 'later', { userMessage: null })
  await expect(decode(png, { admit: () => Promise.reject(refused) })).rejects.toBe(refused)
  const leaving = new AbortController()
  const asked = Promise.withResolvers<void>()
  const decoding = decode(png, {
    signal: leaving.signal,
    admit: () => new Promise(() => asked.resolve()),
  })
  await asked.promise
  const gone = new Error('gone')
  leaving.abort(gone)
  await expect(decoding).rejects.toBe(gone)
})

test('a program that is watched for changes decodes all the same', async () => {
  vi.stubEnv('WATCH_REPORT_DEPENDENCIES', '1')
  onTestFinished(() => void vi.unstubAllEnvs())
  const pixels: number[] = []
  const png = await makePng(8, 4)
  await decode(png, { admit: async (count) => void pixels.push(count) })
  expect(pixels).toEqual([32])
})

/** A process that decodes what it is given on its input, and says what that took of its own processor time, in seconds. */
const ASKER = `
  import { buffer } from 'node:stream/consumers'
  import { DECODE_LIMITS, decodeUpload } from '${new URL('decode-upload.ts', import.meta.url).href}'
  const file = await buffer(process.stdin)
  const before = process.cpuUsage()
  const options = { purpose: 'mask', signal: new AbortController().signal, admit: async () => {} }
  const { width, data } = await decodeUpload(file, options, DECODE_LIMITS)
  const { user, system } = process.cpuUsage(before)
  console.log(JSON.stringify({ width, type: data.subarray(1, 4).toString(), seconds: (user + system) / 1e6 }))
`

// In a process of its own: this one may still be busy with what other tests began.
test('decoding costs the process that asks for it next to nothing', async () => {
  const asker = execFile(process.execPath, ['--input-type=module', '--eval', ASKER])
  asker.stdin!.end(large)
  const { width, type, seconds } = JSON.parse(await text(asker.stdout!)) as {
    width: number
    type: string
    seconds: number
  }
  expect([width, type]).toEqual([5000, 'PNG'])
  expect(seconds).toBeLessThan(1)
})
