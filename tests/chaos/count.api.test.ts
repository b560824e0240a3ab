import { afterAll, beforeAll, expect, it } from 'vitest'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { countEverything } from './count.ts'

let app: TestApp
let person: TestPerson

beforeAll(async () => {
  app = await startTestApp({ env: { ROLES: 'web' } })
  person = await newPerson(app, { credits: 50 })
})
afterAll(() => app.dispose())

const count = async (credits = 50) => {
  const user = { id: person.id, email: person.email, token: '', credits }
  return (await countEverything(app.db.url, app.config.dataDir, [user], [], [])).differences
}

it('finds nothing where all is well', async () => {
  expect(await count()).toEqual([])
})

it('finds credits that came from nowhere', async () => {
  await app.db.pool.query('update credit_accounts set balance = balance + 1 where user_id = $1', [
    person.id,
  ])
  expect(await count()).toEqual([
    expect.stringContaining('account: entries, lots and balance differ'),
    expect.stringContaining(`user ${person.email} had 50 and bought 0`),
  ])
  await app.db.pool.query('update credit_accounts set balance = balance - 1 where user_id = $1', [
    person.id,
  ])
})

it('finds a job that never ended, a picture without its file and its payment', async () => {
  const { rows } = await app.db.pool.query<{ id: string }>(
    `insert into inference_jobs (user_id, type, status, parameters, seed, model_hash, engine, num_images, unit_price,
       cost_quoted, running_limit, deadline_at)
     values ($1, 'TTI', 'R', '{}', 1, '', 'builtin', 1, 1, 1, 1, now()) returning id`,
    [person.id],
  )
  await app.db.pool.query(
    `insert into prediction_images (job_id, user_id, index, status, seed, width, height, storage_key)
     values ($1, $2, 0, 'S', 1, 64, 64, 'pictures/none.png')`,
    [rows[0]?.id, person.id],
  )
  expect(await count()).toEqual([
    expect.stringContaining('job that never ended'),
    expect.stringContaining('picture without exactly one capture'),
    expect.stringContaining('job that was not paid by its delivered pictures'),
    expect.stringContaining('job without a key of its own'),
    expect.stringContaining('has no file'),
  ])
})
