import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { pickPort } from '#server/platform/embedded-postgres/port.ts'
import {
  expectedSignature,
  startReceiver,
  type WebhookReceiver,
} from '#tests/support/doubles/webhook-receiver.ts'
import {
  expectCleanBooks,
  startGenerationApp,
  submit,
  waitForEnd,
} from '#tests/support/generation.ts'
import { newPerson } from '#tests/support/people.ts'
import { killPrograms, runProgram } from '#tests/support/run-program.ts'
import type { TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let receiver: WebhookReceiver
beforeAll(async () => {
  receiver = await startReceiver()
  const env = { WEBHOOK_HOSTS: receiver.host, ROLES: 'web,cron' }
  ;({ app } = await startGenerationApp({}, { env }))
})
afterAll(async () => {
  killPrograms()
  await app.dispose()
  await receiver.close()
})

/** Another process with the same database and files, which makes the images and sends the messages. */
async function startWorker() {
  const program = runProgram({
    script: 'tests/support/scripted-program.ts',
    env: {
      PORT: String(await pickPort()),
      HOST: '127.0.0.1',
      DATA_DIR: app.config.dataDir,
      DATABASE_URL: app.config.database.url!,
      ROLES: 'worker',
      LOG_LEVEL: 'error',
      WEBHOOK_HOSTS: receiver.host,
    },
  })
  await program.ready
  return program
}

test('a process that is killed between the end and its delivery loses no message', async () => {
  const person = await newPerson(app)
  const { secret } = await person.call(api.webhookEndpoints.create, {
    body: { url: receiver.url, events: ['job.ended'] },
  })
  receiver.answers.push('never')
  const first = await startWorker()
  const job = await waitForEnd(person, await submit(person))
  await expect.poll(() => receiver.messages.length).toBe(1)
  first.kill('SIGKILL')
  await first.ended
  const states = await sql<{ state: string; attempts: number; status: number | null }>`
    select state, attempts, status from webhook_deliveries`.execute(app.db.kysely)
  expect(states.rows).toEqual([{ state: 'pending', attempts: 1, status: null }])
  await startWorker()
  // The minute in which nobody else would send it is over.
  await sql`update webhook_deliveries set next_at = now() - interval '1 minute'`.execute(
    app.db.kysely,
  )
  await app.context.webhooks.sweep()
  await expect.poll(() => receiver.messages.length).toBe(2)
  const [before, after] = receiver.messages
  expect([after!.id, after!.body]).toEqual([before!.id, before!.body])
  expect(after!.signatures).toEqual([expectedSignature(after!, secret)])
  expect(after!.event.data['id']).toBe(job.id)
  await expectCleanBooks(app)
}, 120_000)
