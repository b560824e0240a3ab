import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startS3Double, type S3Double } from '#tests/support/doubles/s3-server.ts'
import { SCRIPTED_STEPS } from '#tests/support/doubles/scripted-training.ts'
import { startGenerationApp } from '#tests/support/generation.ts'
import { killPrograms, type Program, runProgram } from '#tests/support/run-program.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { ownersOf, read, ready, remove, start, untilStatus } from './testing/studio-app.ts'

const S3 = { bucket: 'studios', accessKeyId: 'key' }

let store: S3Double
let app: TestApp
let env: Record<string, string>
beforeAll(async () => {
  store = await startS3Double(S3)
  env = {
    S3_ENDPOINT: store.endpoint,
    S3_BUCKET: S3.bucket,
    S3_ACCESS_KEY_ID: S3.accessKeyId,
    S3_SECRET_ACCESS_KEY: 'secret',
  }
  // The machine that serves pages works on nothing.
  ;({ app } = await startGenerationApp(
    { capabilities: { features: ['negative_prompt', 'loras'] } },
    { env: { ...env, ROLES: 'web,cron' }, takesSteps: true },
  ))
})
afterAll(async () => {
  killPrograms()
  await app.dispose()
  await store.close()
})

/** A worker on a machine of its own: it shares the database and the store, and no folder. */
async function startWorker(): Promise<Program> {
  const worker = runProgram({
    script: 'tests/support/scripted-program.ts',
    env: {
      ...env,
      ROLES: 'worker',
      DATABASE_URL: app.config.database.url ?? '',
      DATA_DIR: mkdtempSync(join(inject('scratchFolder'), 'worker-')),
      LOG_LEVEL: 'error',
      LOG_FORMAT: 'json',
    },
  })
  await worker.ready
  return worker
}

const keptKey = async () =>
  (await app.db.kysely.selectFrom('lora_trainings').select('state_key').executeTakeFirstOrThrow())
    .state_key
const states = () => [...store.objects.keys()].filter((key) => key.includes('/state/'))
const stepOf = (key: string | undefined) =>
  Number(/\d+$/.exec(store.objects.get(key ?? '')?.body.toString() ?? '')?.[0] ?? 0)

test('a training goes on at another machine from what the killed one has stored, and nothing of that stays', async () => {
  const { owner, expectPaid } = ownersOf(app)
  const ada = await owner()
  const training = await ready(ada)
  const first = await startWorker()
  await start(ada, training)
  await expect.poll(() => stepOf(states()[0]), { interval: 20 }).toBe(SCRIPTED_STEPS / 2)
  first.kill('SIGKILL')
  await first.ended
  const kept = stepOf(states()[0])
  expect(kept).toBeGreaterThanOrEqual(SCRIPTED_STEPS / 2)
  // As if nothing had been told before.
  await app.db.kysely.updateTable('lora_trainings').set({ progress: null }).execute()

  const second = await startWorker()
  const seen = new Set<number>()
  await expect
    .poll(
      async () => {
        const { progress, status } = await read(ada, training)
        if (progress) seen.add(progress.step)
        expect(states().length).toBeLessThanOrEqual(2)
        return status
      },
      { interval: 50, timeout: 60_000 },
    )
    .toBe('Successful')
  expect(Math.min(...seen)).toBeGreaterThan(kept)
  await expect.poll(states).toEqual([])
  // The row forgets its file only after the file is gone.
  await expect.poll(keptKey).toBeNull()
  await expectPaid(ada, 1000)
  second.kill('SIGTERM')
  expect((await second.ended).code).toBe(0)
}, 120_000)

test('of one that was deleted while it ran nothing stays', async () => {
  const { owner, expectPaid } = ownersOf(app)
  const eve = await owner()
  const training = await ready(eve)
  const worker = await startWorker()
  await start(eve, training)
  await untilStatus(eve, training, 'Running')
  await expect.poll(states).toHaveLength(1)
  await remove(eve, training)
  await expect.poll(states).toEqual([])
  // Nor does a state come that was on its way.
  await sleep(1500)
  expect(states()).toEqual([])
  await expectPaid(eve, 0)
  worker.kill('SIGTERM')
  await worker.ended
}, 120_000)
