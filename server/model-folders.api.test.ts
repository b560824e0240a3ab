import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { expectCleanBooks, submit, waitForEnd } from '#tests/support/generation.ts'
import { newPerson } from '#tests/support/people.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const TIMEOUT_MS = 60_000
let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ env: { ENGINE_THREADS: '1' } })
})
afterAll(() => app.dispose())

async function models() {
  const { results } = await app.call(api.generationServers.list, { query: {} })
  return results.flatMap((server) => server.models)
}

test(
  'a folder that is put into the running app is a model, and its pictures name it',
  async () => {
    const folder = join(app.config.dataDir, 'models')
    expect((await models()).map(({ id }) => id)).toEqual(['atelier-v1'])
    mkdirSync(join(folder, 'foreign'), { recursive: true })
    writeFileSync(join(folder, 'foreign', 'model_index.json'), '{')
    cpSync('tests/fixtures/tiny-sd', join(folder, 'tiny'), { recursive: true })
    await expect
      .poll(async () => (await models()).map(({ id }) => id), { timeout: 15_000 })
      // What draws anything comes before the built-in model.
      .toEqual(['tiny', 'atelier-v1'])
    const [tiny, ours] = await models()
    expect(tiny).toMatchObject({ name: 'tiny', native_size: 64, max_tokens: 75 })
    expect(tiny!.hash).toMatch(/^[0-9a-f]{64}$/)
    expect(tiny!.hash).not.toBe(ours!.hash)

    const person = await newPerson(app)
    const job = await submit(person, { model: 'tiny', steps: 2, seed: 3 })
    const ended = await waitForEnd(person, job)
    expect(ended).toMatchObject({ status: 'S', engine: 'builtin' })
    const file = await fetch(new URL(ended.images[0]!.url, app.url))
    const { width, height } = await sharp(Buffer.from(await file.arrayBuffer())).metadata()
    expect([width, height]).toEqual([64, 64])
    const { model_hash } = await app.db.kysely
      .selectFrom('inference_jobs')
      .select('model_hash')
      .where('id', '=', job.id)
      .executeTakeFirstOrThrow()
    expect(model_hash).toBe(tiny!.hash)

    rmSync(join(folder, 'tiny'), { recursive: true })
    expect((await models()).map(({ id }) => id)).toEqual(['atelier-v1'])
    expect(await app.context.readiness()).toMatchObject({ engine: true })
    await expectCleanBooks(app)
  },
  TIMEOUT_MS,
)
