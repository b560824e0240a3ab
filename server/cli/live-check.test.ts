import { afterEach, beforeEach, expect, test } from 'vitest'
import { FAL_KEY, startFalDouble } from '#tests/support/doubles/fal-server.ts'
import { REPLICATE_TOKEN, startReplicateDouble } from '#tests/support/doubles/replicate-server.ts'
import type { ServiceDouble } from '#tests/support/doubles/service-files.ts'
import { type Environment, loadConfig } from '../config/index.ts'
import { createLogger } from '../platform/log.ts'
import { liveCheck } from './live-check.ts'

let fal: ServiceDouble
let replicate: ServiceDouble

beforeEach(async () => {
  fal = await startFalDouble()
  replicate = await startReplicateDouble()
})
afterEach(() => Promise.all([fal.close(), replicate.close()]))

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

test('one image of each, with what it costs before and after', async () => {
  const { status, lines } = await run(['--yes'], both())
  expect(status).toBe(0)
  expect(lines[0]).toMatch(/^fal: one image by .+, at most about \$0\.0\d+$/)
  expect(lines[1]).toMatch(/^replicate: one image by/)
  expect(lines.slice(2).map((line) => line.replace(/[\d.]+ s, .*/, ''))).toEqual([
    expect.stringMatching(/^fal: OK, .+, 512 x 512, $/),
    expect.stringMatching(/^replicate: OK, .+, 512 x 512, $/),
  ])
  expect([fal.begun.length, replicate.begun.length]).toEqual([1, 1])
})

test('one that fails is told without its key, and the others are tried all the same', async () => {
  fal.faults = ['no credit']
  const { status, lines } = await run(['--yes'], both())
  expect(status).toBe(1)
  expect(lines.join('\n')).toContain('fal: FAILED, engine_unreachable: fal answered 403')
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
