import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
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
  change: { limits?: Partial<DecodeLimits>; signal?: AbortSignal; admit?: () => Promise<void> },
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
  ['processor time', { cpuSeconds: 1 }, 'SIG(XCPU|KILL)'],
  ['time', { seconds: 0.5 }, 'not done in 0.5 s'],
  ['memory', { memory: 90 * 1024 ** 2 }, 'too much memory'],
])(
  'an image that needs more %s than it may have ends its process alone',
  async (_, limits, why) => {
    const refusal = await decode(large, { limits }).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(AppError)
    expect(refusal).toMatchObject({
      code: 'invalid',
      message: expect.stringMatching(why) as string,
      fields: { image: [expect.stringContaining('too long or too much memory') as string] },
    })
  },
)

test('the pixels wait for a word on the header, and the process ends with its call', async () => {
  const png = await makePng(8, 8)
  const refused = new AppError('throttled', 'later')
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

test('decoding costs the process that asks for it next to nothing', async () => {
  const before = process.cpuUsage()
  const { width, data } = await decode(large, {})
  const { user, system } = process.cpuUsage(before)
  expect([width, data.subarray(1, 4).toString()]).toEqual([5000, 'PNG'])
  expect((user + system) / 1e6).toBeLessThan(1)
})
