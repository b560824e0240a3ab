import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/index.ts'
import type { Wordings } from '#contract/admin-mails.ts'
import { transact } from '#server/platform/db/index.ts'
import type { Mail } from '#server/platform/mail/index.ts'
import { ready, start, startStudios, untilStatus } from '../studios/testing/studio-app.ts'
import { submit, waitForEnd } from '#tests/support/generation.ts'
import { mailsTo } from '#tests/support/inbox.ts'
import { newAdmin, newPerson, PASSWORD, type TestPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { createLifecycle } from './index.ts'
import { builtInWordings } from './mails.ts'
import { noteOccasions } from './note-occasions.ts'

let studios: Awaited<ReturnType<typeof startStudios>>
let app: TestApp
beforeAll(async () => {
  studios = await startStudios()
  ;({ app } = studios)
})
afterAll(() => app.dispose())

const sweep = () => app.context.lifecycle.sweep()
/** Subjects of what somebody got, oldest first. */
const subjects = async ({ email }: { email: string }) =>
  (await mailsTo(app, email)).map(({ subject }) => subject).toReversed()

const change = (person: TestPerson, set: string) =>
  app.db.pool.query(`update users set ${set} where id = $1`, [person.id])

const absent = (person: TestPerson, days: number) =>
  change(person, `seen_at = now() - interval '${days} days'`)

/** Somebody who has got the welcome. */
async function newcomer(): Promise<TestPerson> {
  const person = await newPerson(app)
  await sweep()
  expect(await subjects(person)).toEqual(['Welcome to Atelier'])
  return person
}

/** As if the address had been confirmed so long before. */
const confirmedBefore = (person: TestPerson, time: string) =>
  sql`
    update lifecycle_mails set created_at = now() - ${time}::interval
    where user_id = ${person.id} and state = 'waiting'`.execute(app.db.kysely)

/** Somebody with the welcome, and an image of long ago. */
async function withImage(): Promise<TestPerson> {
  const person = await newcomer()
  await waitForEnd(person, await submit(person))
  await sql`
    update inference_jobs set created_at = now() - interval '40 days'
    where user_id = ${person.id}`.execute(app.db.kysely)
  return person
}

/** Processes that send at once. */
const SENDERS = 3

describe('the welcome', () => {
  it('comes once an address is confirmed, once, however many send it at once', async () => {
    const waiting = await newPerson(app, { verified: false })
    await sweep()
    expect(await subjects(waiting)).toEqual([])
    const person = await newPerson(app)
    await Promise.all(Array.from({ length: SENDERS }, sweep))
    await app.context.accounts.setUser({ email: person.email, verified: true })
    await sweep()
    expect(await subjects(person)).toEqual(['Welcome to Atelier'])
    expect(await subjects(waiting)).toEqual([])
  })

  it('comes in the language and from the brand of the person', async () => {
    const person = await newPerson(app)
    await change(person, `language = 'es', brand = 'easel'`)
    await sweep()
    const [mail] = await mailsTo(app, person.email)
    expect(mail).toMatchObject({ subject: 'Te damos la bienvenida a Easel', sender: 'Easel' })
    expect(new URL(mail!.links[0]!)).toMatchObject({
      hostname: 'easel.localhost',
      pathname: '/es/user/dashboard',
    })
  })

  it.each([
    ['banned', 'banned_at = now()'],
    ['not confirmed any more', 'email_verified_at = null'],
    ['tired of such mails', 'mail_tips = false'],
  ])('never comes to somebody who is %s', async (_who, set) => {
    const person = await newPerson(app)
    await change(person, set)
    await sweep()
    await change(
      person,
      'banned_at = null, mail_tips = true, email_verified_at = coalesce(email_verified_at, now())',
    )
    await sweep()
    expect(await subjects(person)).toEqual([])
  })

  it('never comes to a deleted account, of which nothing is left here', async () => {
    const person = await newPerson(app)
    await person.call(api.account.remove, { body: { password: PASSWORD } })
    await sweep()
    await app.context.privacy.sweep()
    const { rows } = await sql`select from lifecycle_mails where user_id = ${person.id}`.execute(
      app.db.kysely,
    )
    expect(rows).toEqual([])
    expect(await subjects(person)).toEqual(['Your account is deleted'])
  })

  it('that is cut off in the middle is neither lost nor sent twice', async () => {
    const person = await newPerson(app)
    const other = await newPerson(app)
    await app.db.pool.query(`
      create function refuse_mail() returns trigger language plpgsql as $$
      begin raise exception 'cut off'; end $$;
      create trigger refuse_mail before insert on inbox_mails for each row
      when (new.recipient = '${person.email}') execute function refuse_mail()`)
    await sweep()
    expect([await subjects(person), await subjects(other)]).toEqual([[], ['Welcome to Atelier']])
    await app.db.pool.query('drop trigger refuse_mail on inbox_mails; drop function refuse_mail')
    await Promise.all([sweep(), sweep()])
    expect(await subjects(person)).toEqual(['Welcome to Atelier'])
  })
})

it('the first image is answered once with what to do next', async () => {
  const person = await newcomer()
  await waitForEnd(person, await submit(person))
  await confirmedBefore(person, '59 minutes')
  await sweep()
  expect(await subjects(person)).toEqual(['Welcome to Atelier'])
  await confirmedBefore(person, '60 minutes')
  await Promise.all([sweep(), sweep()])
  await waitForEnd(person, await submit(person, { prompt: 'a cup' }))
  await sweep()
  expect(await subjects(person)).toEqual([
    'Welcome to Atelier',
    'Your first image is in your library',
  ])
})

it('who makes no image in a month is asked for none any more', async () => {
  const person = await newcomer()
  await confirmedBefore(person, '31 days')
  await sweep()
  await waitForEnd(person, await submit(person))
  await sweep()
  expect(await subjects(person)).toEqual(['Welcome to Atelier'])
})

it('a model that is ready is told once; a training that failed is not', async () => {
  const ada = await studios.owner()
  const training = await ready(ada)
  await start(ada, training)
  await untilStatus(ada, training, 'Successful')
  const failed = await ready(ada)
  await transact(app.db, (tx) => app.context.lifecycle.noteTrainingEnd(tx, ada.id, failed.id))
  await sweep()
  await sweep()
  const mails = (await mailsTo(app, ada.email)).filter(({ subject }) => subject.includes('model'))
  expect(mails.map(({ subject }) => subject)).toEqual(['Your model is ready'])
  expect(new URL(mails[0]!.links[0]!).pathname).toBe(`/train/loras/${training.id}`)
})

describe('a month without a visit', () => {
  it('is answered once in an absence, and again in the next', async () => {
    const person = await withImage()
    await absent(person, 29)
    await sweep()
    expect(await subjects(person)).toHaveLength(1)
    await absent(person, 31)
    await Promise.all(Array.from({ length: SENDERS }, sweep))
    await sweep()
    expect((await subjects(person)).slice(1)).toEqual(['Your images at Atelier are still here'])
    // A visit: what asks with a session that was not used for an hour is one.
    await sql`update sessions set last_used_at = now() - interval '2 hours' where user_id = ${person.id}`.execute(
      app.db.kysely,
    )
    await person.call(api.users.me, {})
    await sweep()
    expect(await subjects(person)).toHaveLength(2)
    await absent(person, 30)
    await sweep()
    expect(await subjects(person)).toHaveLength(3)
  })

  it('is not answered to who has come, has a program at work, or is long gone', async () => {
    const [back, works, gone] = [await withImage(), await withImage(), await withImage()]
    await waitForEnd(works, await submit(works))
    for (const person of [back, works]) await absent(person, 31)
    await absent(gone, 60)
    await sql`
      insert into lifecycle_mails (user_id, kind, key, state)
      select id, 'back', extract(epoch from seen_at)::text, 'due' from users where id = ${back.id}`.execute(
      app.db.kysely,
    )
    await change(back, 'seen_at = now()')
    await sweep()
    expect(await subjects(back)).toHaveLength(1)
    expect(await subjects(works)).toHaveLength(1)
    expect(await subjects(gone)).toHaveLength(1)
  })

  it('is not answered to who has no image, or none any more', async () => {
    const [never, deleted, since] = [await newcomer(), await withImage(), await withImage()]
    const remove = (person: TestPerson) =>
      sql`update prediction_images set deleted_at = now() where user_id = ${person.id}`.execute(
        app.db.kysely,
      )
    await remove(deleted)
    for (const person of [never, deleted, since]) await absent(person, 31)
    await noteOccasions(app.db)
    await remove(since)
    await sweep()
    for (const person of [never, deleted, since])
      expect(await subjects(person)).toEqual(['Welcome to Atelier'])
  })
})

describe('a person who changes while a mail is written', () => {
  it.each([
    ['moves to another address', (id: string) => `email = '${id}@moved.example'`, 1],
    ['is banned', () => 'banned_at = now()', 0],
    ['wants no such mails', () => 'mail_tips = false', 0],
  ])('%s: what they are by then counts', async (_what, set, mails) => {
    const person = await newPerson(app)
    const changed = Promise.withResolvers<void>()
    const isDecided = Promise.withResolvers<void>()
    const changing = transact(app.db, async (tx) => {
      await sql`update users set ${sql.raw(set(person.id))} where id = ${person.id}`.execute(tx)
      changed.resolve()
      await isDecided.promise
    })
    await changed.promise
    let isSwept = false
    const sweeping = sweep().then(() => (isSwept = true))
    const { kysely } = app.db
    await expect
      .poll(async () => {
        const { rows } = await sql`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(kysely)
        return isSwept || rows.length > 0
      })
      .toBe(true)
    isDecided.resolve()
    await Promise.all([changing, sweeping])
    expect(await subjects(person)).toEqual([])
    expect(await subjects({ email: `${person.id}@moved.example` })).toHaveLength(mails)
  })
})

describe('for a brand of headshots', () => {
  it('the texts name nothing that it does not have, and promise no credits', () => {
    for (const kind of ['welcome', 'first_image', 'back'] as const)
      for (const { subject, text, button } of Object.values(builtInWordings(kind)))
        expect(`${subject} ${text} ${button}`).not.toMatch(
          /describ|prompt|enlarge|amplia|background|fondo|tool|herramienta|your free credits|tus créditos/i,
        )
  })

  it.each([
    ['welcome', 'its own site', '/user/dashboard'],
    ['first_image', 'its own site', '/user/images'],
    ['back', 'its own site', '/user/dashboard'],
    ['training_ready', 'the site where models are trained', '/train/loras/preview'],
  ] as const)('the mail %s leads to %s', async (kind, where, page) => {
    const admin = await newAdmin(app)
    const { text } = await admin.call(api.adminMails.preview, {
      params: { kind },
      body: { wording: builtInWordings(kind).en, brand: 'portrait', language: 'en' },
    })
    const link = new URL(/https?:\S+/.exec(text)![0])
    const main = new URL(app.url).hostname
    expect(link.hostname).toBe(where === 'its own site' ? 'portrait.localhost' : main)
    expect(link.pathname).toBe(page)
  })
})

it('each comes with an address that ends its kind by one press, and nothing else', async () => {
  const person = await newPerson(app)
  const sent: Mail[] = []
  const site = { name: 'Atelier', origin: `${app.url}/es`, language: 'es' }
  await createLifecycle({
    db: app.db,
    mailer: { send: async (_tx, mail) => void sent.push(mail) },
    siteOfUser: () => site,
    audit: () => Promise.resolve(),
    log: { error: () => {} } as never,
  }).sweep()
  const { unsubscribe } = sent.find(({ to }) => to === person.email)!
  expect(unsubscribe).toMatch(new RegExp(`^${app.url}/unsubscribe/`))
  const press = async (url: string) =>
    (
      await fetch(url, {
        method: 'POST',
        body: new URLSearchParams('List-Unsubscribe=One-Click'),
      })
    ).status
  for (const wrong of [
    unsubscribe!.replace(/\.tips$/, '.training_ready'),
    unsubscribe!.replace(/\.tips$/, ''),
    `${unsubscribe}.x`,
  ])
    expect(await press(wrong)).toBe(404)
  const all = { low_credits: true, tips: true, training_ready: true }
  expect(await person.call(api.billing.mails, {})).toEqual(all)
  expect(await press(unsubscribe!)).toBe(204)
  expect(await person.call(api.billing.mails, {})).toEqual({ ...all, tips: false })
  expect(
    await person.call(api.billing.chooseMails, { body: { tips: true, training_ready: false } }),
  ).toEqual({ ...all, training_ready: false })
})

it('their texts are written in the console, looked at before, and taken back by one step', async () => {
  const admin = await newAdmin(app)
  const written: Wordings = {
    en: { subject: 'Hello from {site}', text: 'First.\n\nSecond at {site}.', button: 'Go' },
    es: { subject: 'Hola de {site}', text: 'Uno.', button: 'Ir' },
  }
  const params = { kind: 'welcome' }
  const preview = await admin.call(api.adminMails.preview, {
    params,
    body: { wording: written.en, brand: 'easel', language: 'en' },
  })
  expect(preview.subject).toBe('Hello from Easel')
  expect(preview.text).toContain('First.\n\nSecond at Easel.')
  const list = async () =>
    (await admin.call(api.adminMails.list, {})).results.find(({ kind }) => kind === 'welcome')!
  const before = await list()
  expect(before).toMatchObject({ changed: false, can_undo: false })
  expect(before.sent).toBeGreaterThan(0)
  const write = async (wordings: Wordings | null) =>
    admin.call(api.adminMails.change, {
      params,
      body: { wordings, changed_at: (await list()).changed_at },
    })
  const undo = async () =>
    admin.call(api.adminMails.undo, { params, body: { changed_at: (await list()).changed_at } })
  await expect(undo()).rejects.toMatchObject({ code: 'conflict' })
  const strange = { ...written, en: { ...written.en, subject: 'Hello {name}' } }
  await expect(write(strange)).rejects.toMatchObject({
    status: 400,
    body: { wordings: [expect.stringContaining('{site}')] },
  })
  await write(written)
  // A colleague who read the texts of before writes over nothing, nor takes it back.
  const stale = { changed_at: before.changed_at }
  for (const late of [
    () =>
      admin.call(api.adminMails.change, { params, body: { wordings: before.wordings, ...stale } }),
    () => admin.call(api.adminMails.undo, { params, body: stale }),
  ])
    await expect(late()).rejects.toMatchObject({ code: 'conflict' })
  const person = await newPerson(app)
  await sweep()
  expect(await subjects(person)).toEqual(['Hello from Atelier'])
  const undone = await undo()
  expect(undone).toMatchObject({ wordings: before.wordings, changed: false, can_undo: true })
  // The step back is one step as well.
  expect(await undo()).toMatchObject({ wordings: written, changed: true })
  await write(null)
  expect(await list()).toMatchObject({ wordings: before.wordings, changed: false })
  const { results: log } = await admin.call(api.admin.audit, { query: { action: 'mail_changed' } })
  expect(log).toHaveLength(4)
  await expect(
    admin.call(api.adminMails.change, {
      params: { kind: 'reset' },
      body: { wordings: written, changed_at: null },
    }),
  ).rejects.toMatchObject({ code: 'not_found' })
})

it('a copy of one’s data tells of them', async () => {
  const person = await newcomer()
  const response = await fetch(`${app.url}/api/account/`, {
    headers: { authorization: `Token ${person.token}` },
  })
  const data = (await response.json()) as {
    mails: object
    mails_sent: object[]
    profile: { last_seen_at: string }
  }
  expect(data.mails).toEqual({ low_credits: true, tips: true, training_ready: true })
  expect(data.mails_sent).toEqual([
    { kind: 'first_image', sent_at: null },
    { kind: 'welcome', sent_at: expect.any(String) },
  ])
  expect(Date.parse(data.profile.last_seen_at)).toBeGreaterThan(Date.now() - 60_000)
})
