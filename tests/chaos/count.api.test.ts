import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { api } from '#contract/index.ts'
import { newPerson, PASSWORD, type TestPerson } from '#tests/support/people.ts'
import { makePng } from '#tests/support/pictures.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { upload } from '#tests/support/uploads.ts'
import { countEverything } from './count.ts'
import { SMALL_PACK } from './orders.ts'
import type { Invited } from './state.ts'
import { sweepFilesNow } from './sweep-files.ts'

let app: TestApp
let person: TestPerson

beforeAll(async () => {
  app = await startTestApp({ env: { ROLES: 'web' } })
  person = await newPerson(app, { credits: 50 })
})
afterAll(() => app.dispose())

const asUser = ({ id, email }: TestPerson) => ({ id, email, token: '', credits: 50 })
const count = async (leavers: TestPerson[] = [], invited: Invited[] = []) => {
  const users = [asUser(person)]
  const known = { users, leavers: leavers.map(asUser), invited, accepted: [], purchases: [] }
  return (await countEverything(app.db.url, app.config.dataDir, known)).differences
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

it('finds a job that never ended, an image without its file and its payment', async () => {
  const { rows } = await app.db.pool.query<{ id: string }>(
    `with hold as (
       insert into credit_holds (user_id, external_id, amount, released, created_at, closed_at)
       values ($1, 'a picture', 1, 1, now(), now()) returning id)
     insert into inference_jobs (user_id, type, status, parameters, seed, model_hash, engine, lane, num_images, unit_price,
       cost_quoted, running_limit, deadline_at, hold_id)
     select $1, 'TTI', 'R', '{}', 1, '', 'builtin', 'builtin', 1, 1, 1, 1, now(), id from hold returning id`,
    [person.id],
  )
  await app.db.pool.query(
    `insert into prediction_images (job_id, user_id, index, status, seed, width, height, storage_key)
     values ($1, $2, 0, 'S', 1, 64, 64, 'pictures/none.png')`,
    [rows[0]?.id, person.id],
  )
  expect(await count()).toEqual([
    expect.stringContaining('job that never ended'),
    expect.stringContaining('image without exactly one capture'),
    expect.stringContaining('job that was not paid by its delivered pictures'),
    expect.stringContaining('job without a key of its own'),
    expect.stringContaining('has no file'),
  ])
})

it('finds a run of a pack that more was held for than its shots cost', async () => {
  const before = await count()
  const { id, shots } = await person.call(api.photoPacks.create, { body: SMALL_PACK })
  await app.db.pool.query(
    `with run as (
       insert into pack_runs (user_id, pack_id, version_id, kind, idempotency_key, body_hash)
       select $1, id, draft_id, kind, 'a pack', '' from packs where id = $2 returning id),
     hold as (
       insert into credit_holds (user_id, external_id, amount, released, created_at, closed_at)
       select $1, 'pack_run:' || id || ':1', 2, 2, now(), now() from run returning id),
     of_run as (
       insert into run_holds (hold_id, run_id, ends_at, closed_at)
       select hold.id, run.id, now(), now() from hold, run returning hold_id)
     insert into run_shots (run_id, shot_id, place, prompt, hold_id, price)
     select run.id, $3, 0, '', hold_id, 1 from run, of_run`,
    [person.id, id, shots[0]?.id],
  )
  expect((await count()).filter((line) => !before.includes(line))).toEqual([
    expect.stringMatching(/^run without a key of its own.*"price":"1".*"amount":"2"/),
  ])
})

it('finds an invitation that brought nothing, too much, or something without a payment', async () => {
  const friend = await newPerson(app, { credits: 50 })
  const invited = { ...asUser(friend), inviter: person.id }
  const ofFriend = async () =>
    (await count([], [invited])).filter((line) => line.includes(friend.email))
  expect(await ofFriend()).toEqual([`the invited ${friend.email} has not paid: undefined`])
  await app.db.pool.query(
    `insert into referrals (inviter_id, invited_id, state) values ($1, $2, 'waiting')`,
    [person.id, friend.id],
  )
  expect(await ofFriend()).toEqual([])
  await app.db.pool.query(
    `insert into test_payment_objects (id, kind, created, data) values ('cs_friend', 'checkout.session', 0, $1)`,
    [
      JSON.stringify({
        mode: 'payment',
        payment_status: 'paid',
        client_reference_id: friend.id,
        amount_total: 749,
        total_details: { amount_discount: 250 },
      }),
    ],
  )
  await app.db.pool.query(
    `insert into payments (user_id, provider, external_id, kind, reason, credits, amount, currency, status, created_at)
     values ($1, 'test', 'cs_friend', 'pack', 'pack', 1000, 999, 'usd', 'paid', now())`,
    [friend.id],
  )
  expect(await ofFriend()).toEqual([
    expect.stringContaining(`user ${friend.email} had 50 and bought 1000 and got 100`),
    expect.stringMatching(/has paid: .*"state":"waiting"/),
  ])
  const found = await count([], [invited])
  expect(found.find((line) => line.startsWith('the paid checkout'))).toContain('"discount":250')
  await app.db.pool.query(`delete from test_payment_objects where id = 'cs_friend'`)
  await app.db.pool.query(`delete from payments where external_id = 'cs_friend'`)
  await app.db.pool.query('delete from referrals where invited_id = $1', [friend.id])
})

it('finds files that belong to nothing, and none once they are swept', async () => {
  const before = await count()
  const media = join(app.config.dataDir, 'media')
  const strays = [
    '.unfinished/a1',
    'pictures/u/j/0-1-last.png',
    'pictures/u/j/0-1.png',
    'uploads/u/b.png',
  ]
  for (const stray of strays) {
    mkdirSync(dirname(join(media, stray)), { recursive: true })
    writeFileSync(join(media, stray), 'x')
  }
  expect((await count()).filter((line) => !before.includes(line)).toSorted()).toEqual(
    strays.map((stray) => `a file that belongs to nothing: ${stray}`),
  )
  expect(await sweepFilesNow(app.db.url, app.config.dataDir)).toBe(strays.length)
  expect(await count()).toEqual(before)
})

it('finds what is left of an account that was to be deleted, and nothing once it is gone', async () => {
  const [before, leaver] = [await count(), await newPerson(app, { credits: 50 })]
  const picture = await upload(leaver, await makePng(64, 64))
  const left = (await count([leaver])).filter((line) => !before.includes(line))
  expect(left).toEqual([
    expect.stringContaining('a deleted account that is not done with'),
    expect.stringContaining('a session'),
    expect.stringContaining('credits of a deleted account'),
    expect.stringContaining(`an upload: {"id":"${picture.id}"`),
    expect.stringContaining(`deleted account ${leaver.email} had 50`),
    expect.stringContaining('the file '),
  ])
  await leaver.call(api.account.remove, { body: { password: PASSWORD } })
  await app.db.pool.query(
    `update users set closing_at = closing_at - interval '3 minutes' where closing_at is not null`,
  )
  await app.context.privacy.sweep()
  expect(await count([leaver])).toEqual(before)
})
