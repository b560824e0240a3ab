import { afterEach, beforeEach, expect, test } from 'vitest'
import { FAL_KEY, startFalDouble } from '#tests/support/doubles/fal-server.ts'
import { REPLICATE_TOKEN, startReplicateDouble } from '#tests/support/doubles/replicate-server.ts'
import type { ServiceDouble } from '#tests/support/doubles/service-files.ts'
import {
  KEYS,
  startVideoServices,
  type VideoServices,
} from '#tests/support/doubles/video-services.ts'
import { type Environment, loadConfig } from '../config/index.ts'
import { createLogger } from '../platform/log.ts'
import { createSegmentEncoder } from '#lib/encode-segment.ts'
import { liveCheck } from './live-check.ts'

let fal: ServiceDouble
let replicate: ServiceDouble
let videos: VideoServices

beforeEach(async () => {
  fal = await startFalDouble()
  replicate = await startReplicateDouble()
  videos = await startVideoServices()
})
afterEach(() => Promise.all([fal.close(), replicate.close(), videos.close()]))

async function run(args: string[], environment: Environment) {
  const lines: string[] = []
  const status = await liveCheck.run(args, {
    config: loadConfig(environment),
    log: createLogger({ level: 'silent' }),
    print: (line) => void lines.push(line),
  })
  return { status, lines }
}

const both = (): Environment => ({
  FAL_KEY,
  FAL_BASE_URL: fal.url,
  REPLICATE_API_TOKEN: REPLICATE_TOKEN,
  REPLICATE_BASE_URL: `${replicate.url}/v1`,
})

test('one image of each and one of each kind of words, with what they cost before and after', async () => {
  const { status, lines } = await run(['--yes'], both())
  expect(status).toBe(0)
  for (const [at, service] of ['fal', 'replicate'].entries()) {
    expect(lines.slice(3 * at, 3 * at + 3)).toEqual([
      expect.stringMatching(`^${service}: one image by .+, at most about \\$0\\.0\\d+$`),
      expect.stringMatching(`^${service}: one better prompt by .+, at most about \\$0\\.0\\d+$`),
      expect.stringMatching(
        `^${service}: one description of an image by .+, at most about \\$0\\.0\\d+$`,
      ),
    ])
  }
  const said = lines.slice(0, 6).map((line) => Number(/\$([\d.]+)$/.exec(line)?.[1]))
  const total = said.reduce((sum, cost) => sum + cost, 0)
  expect(lines[6]).toBe(`All together at most about $${total.toFixed(4)}.`)
  expect(lines.slice(7)).toEqual(
    ['fal', 'replicate'].flatMap((service) =>
      ['512 x 512', '\\d+ words?', '\\d+ words?'].map((came) =>
        expect.stringMatching(`^${service}: OK, .+, ${came}, [\\d.]+ s, \\$0\\.\\d+$`),
      ),
    ),
  )
  expect([fal.begun.length, replicate.begun.length]).toEqual([3, 3])
})

test('a service of videos makes its cheapest and shortest one, and its keys are in no line', async () => {
  const encoder = await createSegmentEncoder(64, 64)
  for (let frame = 0; frame < 24; frame++) encoder.add(new Uint8Array(4 * 64 * 64).fill(frame))
  videos.file = { status: 200, bytes: encoder.finish() }
  const environment = { RUNWAY_API_KEY: KEYS.key, RUNWAY_BASE_URL: `${videos.url}/runway` }
  const { status, lines } = await run(['--yes'], environment)
  expect(lines).toEqual([
    expect.stringMatching(/^runway: one video of \d+ s by .+, at most about \$0\.\d+$/),
    expect.stringMatching(/^All together/),
    expect.stringMatching(/^runway: OK, \w+, 64 x 64, 1\.0 s long, [\d.]+ s, \$0\.\d+$/),
  ])
  expect(status).toBe(0)
  videos.reject = { status: 400, body: { error: 'The key a-key and a-secret is wrong' } }
  const account = {
    KLING_ACCESS_KEY: KEYS.key,
    KLING_SECRET_KEY: KEYS.secret,
    KLING_BASE_URL: `${videos.url}/kling`,
  }
  const refused = await run(['--yes'], account)
  expect(refused.status).toBe(1)
  expect(refused.lines.join('\n')).toContain('kling: FAILED')
  expect(refused.lines.join('\n')).not.toMatch(/a-key|a-secret/)
})

test('one that fails is told without its key, and the others are tried all the same', async () => {
  fal.faults = ['no credit']
  const { status, lines } = await run(['--yes'], both())
  expect(status).toBe(1)
  expect(lines.join('\n')).toContain(
    'fal: FAILED, flux-schnell: engine_unreachable: fal answered 403',
  )
  expect(lines.join('\n')).toContain('replicate: OK')
  const wrong = await run(['--yes'], { ...both(), FAL_KEY: 'a-wrong-key' })
  expect(wrong.status).toBe(1)
  expect(wrong.lines.join('\n')).not.toContain('a-wrong-key')
})

test('without an answer nothing is tried', async () => {
  await expect(run([], both())).rejects.toThrow('--yes')
  expect(fal.begun).toEqual([])
  expect(await run(['--yes'], {})).toMatchObject({ status: 2 })
})
