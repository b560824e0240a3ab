import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CROWD } from '#contract/values/admin-clusters.ts'
import { createClient } from '#tests/support/client.ts'
import { api } from '#contract/index.ts'
import { setClock } from '#tests/support/books.ts'
import { fetchTransport } from '#tests/support/fetch-transport.ts'
import { linkValue, type ReceivedMail } from '#tests/support/inbox.ts'
import { newAdmin, PASSWORD, type TestPerson } from '#tests/support/people.ts'
import { raceBehind } from '#tests/support/race-behind.ts'
import { rawRequest } from '#tests/support/raw-http.ts'
import { readDeadlocks } from '#tests/support/read-deadlocks.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const START = '2026-11-03T10:00:00Z'
/** Registrations of one network address in an hour; first free credits of one, and of a range of them, a day: as they are by default. */
const AN_HOUR = 60
const FREE_OF_ADDRESS = 3
const FREE_OF_RANGE = 12

let app: TestApp
let admin: TestPerson
beforeAll(async () => {
  app = await startTestApp({
    env: {
      TRUSTED_PROXIES: '127.0.0.1',
      REGISTRATIONS_PER_IP: String(AN_HOUR),
      DISPOSABLE_ADDRESSES: 'refuse',
      // Each solution takes a second of a browser: keep-out.api.test.ts asks for them.
      PROOF_OF_WORK: 'off',
    },
    overrides: { engines: [] },
  })
  await setClock(app.db, START)
  admin = await newAdmin(app)
})
afterAll(() => app.dispose())

const visitor = (ip: string) =>
  createClient(fetchTransport(app.url, { headers: { 'x-forwarded-for': ip } }), { validate: true })

/** The result of a registration: `opened`, or how it was refused. */
async function register(email: string, ip: string): Promise<string> {
  const body = { first_name: 'Eve', email, password1: PASSWORD, password2: PASSWORD }
  return visitor(ip)(api.accounts.register, { body }).then(
    () => 'opened',
    (error: { code?: string; body: object }) =>
      error.code === 'invalid' ? Object.keys(error.body).join() : String(error.code),
  )
}

interface Applicant {
  email: string
  ip: string
}

/** Presses the links in the mails that came to these. */
async function confirmAll(applicants: Applicant[]): Promise<void> {
  const inbox = new Map<string, ReceivedMail>()
  await expect
    .poll(async () => {
      const { body } = await rawRequest(app, '/dev/inbox.json', { method: 'GET' })
      for (const mail of body as ReceivedMail[]) inbox.set(mail.to, mail)
      return applicants.filter(({ email }) => !inbox.has(email))
    })
    .toEqual([])
  await Promise.all(
    applicants.map(({ email, ip }) => {
      const key = linkValue(inbox.get(email), 'key')
      return visitor(ip)(api.accounts.verifyEmail, { body: { key, password: PASSWORD } })
    }),
  )
}

async function logIn(email: string, ip: string): Promise<TestPerson> {
  const body = { email, password: PASSWORD }
  const { key: token } = await visitor(ip)(api.accounts.login, { body })
  const { id } = await app.db.kysely
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return { id, email, token, call: app.as(token) }
}

/** Fewer than the inbox shows. */
const AT_ONCE = 40

/** As if so much time had gone by for the limits by the hour. */
const pass = (minutes: number) =>
  sql`update rate_limits set expire = expire - ${minutes * 60_000}`.execute(app.db.kysely)

/** Addresses of one /24, and of one customer of IPv6. */
const NEIGHBOURS = Array.from({ length: 6 }, (_, index) => `198.51.100.${index + 1}`)
const HOUSE = (index: number) => `2001:db8:5:5::${(index + 1).toString(16)}`

/** Twenty of each neighbour, those of the first by disposable mailboxes, and eighty of one house. */
const FAKES: Applicant[] = [
  ...NEIGHBOURS.flatMap((ip, place) =>
    Array.from({ length: CROWD }, (_, index) => ({
      ip,
      email: `fake-${place}-${index}@${place === 0 ? 'mailinator.com' : 'example.com'}`,
    })),
  ),
  ...Array.from({ length: 80 }, (_, index) => ({
    ip: HOUSE(index),
    email: `fake-house-${index}@example.com`,
  })),
]

test('two hundred registrations by one person: some are refused, few get credits, and staff sees them', async () => {
  expect(FAKES).toHaveLength(200)
  const answers: string[] = []
  for (let from = 0; from < FAKES.length; from += AT_ONCE) {
    const wave = FAKES.slice(from, from + AT_ONCE)
    const told = await Promise.all(wave.map(({ email, ip }) => register(email, ip)))
    answers.push(...told)
    await confirmAll(wave.filter((_, index) => told[index] === 'opened'))
  }
  const count = (answer: string) => answers.filter((one) => one === answer).length
  expect([count('opened'), count('email'), count('throttled')]).toEqual([160, CROWD, 20])

  // The others wait, some of them for weeks.
  const { rows: given } = await sql<{ house: boolean; people: number; credits: number }>`
    select network like '2001:%' as house, count(*)::integer as people, sum(balance)::integer as credits
    from free_credits join credit_accounts account using (user_id)
    where network is not null and due_at <= money_now() group by house order by house`.execute(
    app.db.kysely,
  )
  expect(given).toEqual([
    { house: false, people: FREE_OF_RANGE, credits: FREE_OF_RANGE * 40 },
    { house: true, people: FREE_OF_ADDRESS, credits: FREE_OF_ADDRESS * 40 },
  ])

  const { results, crowds } = await admin.call(api.adminClusters.list, {})
  expect(crowds).toMatchObject([
    { kind: 'address', accounts: AN_HOUR, opened_lately: AN_HOUR, bought_lately: 0 },
  ])
  expect(crowds[0]!.newest.every(({ email }) => email.startsWith('fake-house-'))).toBe(true)
  expect(results.map(({ accounts }) => accounts.length)).toEqual(Array(5).fill(CROWD))
  for (const { accounts, links } of results) {
    expect(new Set(accounts.map(({ email }) => email.slice(0, 7))).size).toBe(1)
    expect(links).toMatchObject([{ kind: 'address', accounts: CROWD }])
  }
})

test('somebody real at the same address gets in an hour later, and waits for the free credits alone', async () => {
  const ip = '2001:db8:5:5::abcd'
  const email = 'ada@example.org'
  expect(await register(email, ip)).toBe('throttled')
  // Nobody else is kept out: neither next door, nor in the range of the others.
  expect(await register('next-door@example.org', '2001:db8:5:6::1')).toBe('opened')
  expect(await register('same-range@example.org', '198.51.100.77')).toBe('opened')
  await pass(60)
  expect(await register(email, ip)).toBe('opened')
  await confirmAll([{ email, ip }])
  const ada = await logIn(email, ip)
  const { credits } = await ada.call(api.users.me, {})
  expect(credits).toBe(0)
  const { results } = await ada.call(api.credits.statement, { query: {} })
  expect(results[0]!.text).toMatch(/^Your 40 free credits come on .*other accounts on your network/)
  // People who pay do not wait.
  const { url } = await ada.call(api.billing.checkout, { query: { quantity: '1000' } })
  expect(url).toContain('/test-checkout/')
})

/** The day on which the first credits of somebody come, as their statement says last; null: they are there. */
async function waitOf({ call }: TestPerson): Promise<string | null> {
  const { results } = await call(api.credits.statement, { query: {} })
  return / on (\w+ \d+, \d+)/.exec(results[0]!.text)?.[1] ?? null
}

test('honest neighbours move up once staff has limited and banned the others, several at once', async () => {
  const ada = await logIn('ada@example.org', '2001:db8:5:5::abcd')
  const email = 'same-range@example.org'
  await confirmAll([{ email, ip: '198.51.100.77' }])
  const neighbour = await logIn(email, '198.51.100.77')
  expect(await waitOf(ada)).toBe('Nov 23, 2026')
  // Which day it is depends on how the others came to stand in line.
  expect(Date.parse((await waitOf(neighbour))!)).toBeGreaterThan(Date.parse('Nov 6, 2026'))

  const { results } = await admin.call(api.adminClusters.list, {})
  const house = await app.db.kysely
    .selectFrom('users')
    .select('id')
    .where('email', 'like', 'fake-house-%')
    .execute()
  const reason = 'Accounts of one program'
  await Promise.all([
    ...results.map(({ accounts }) =>
      admin.call(api.adminClusters.decide, {
        body: { accounts: accounts.map(({ id }) => id), decision: 'limited', reason },
      }),
    ),
    ...house.map(({ id }) => admin.call(api.adminPeople.ban, { params: { id }, body: { reason } })),
  ])
  // Today's places brought credits: they stay taken.
  expect([await waitOf(ada), await waitOf(neighbour)]).toEqual(['Nov 4, 2026', 'Nov 4, 2026'])
  await setClock(app.db, '2026-11-04T23:00:00Z')
  expect((await ada.call(api.users.me, {})).credits).toBe(40)
  expect((await neighbour.call(api.users.me, {})).credits).toBe(40)
  expect(await app.context.credits.reconcile()).toEqual([])
})

test('a decision is taken back while one of its accounts, which waits in line, is banned', async () => {
  const { results } = await admin.call(api.adminClusters.list, {})
  const { accounts, decisions } = results.find((one) => one.decisions.length > 0)!
  const ids = accounts.map(({ id }) => id)
  const { rows } = await sql<{ id: string }>`
    select user_id as id from free_credits where user_id = any(${sql.val(ids)}::uuid[])
    and decided_through is null order by user_id desc`.execute(app.db.kysely)
  // The last to be locked, with others of the same line before it.
  expect(rows.length).toBeGreaterThan(1)
  const params = { id: rows[0]!.id }
  const reason = 'A mistake'
  const deadlocks = await readDeadlocks(app.db)
  await raceBehind(
    app.db,
    ['select from users where id = $1 for update', [params.id]],
    () => admin.call(api.adminPeople.ban, { params, body: { reason } }),
    () =>
      admin.call(api.adminClusters.undo, { params: { id: decisions[0]!.id }, body: { reason } }),
  )
  // One of two that wait for each other in a circle is run again, and its outcome is the same.
  expect(await readDeadlocks(app.db)).toBe(deadlocks)
  const { rows: left } = await sql<{ id: string; limited: boolean }>`
    select id, limited_at is not null as limited from users
    where id = any(${sql.val(ids)}::uuid[]) and (limited_at is not null or banned_at is not null)`.execute(
    app.db.kysely,
  )
  expect(left).toEqual([{ id: params.id, limited: false }])
  const { results: later } = await admin.call(api.adminClusters.list, {})
  const same = later.find(({ accounts: [one] }) => ids.includes(one!.id))!
  expect(same.decisions).toEqual([])

  await admin.call(api.adminPeople.unban, { params, body: { reason } })
  await admin.call(api.adminClusters.decide, {
    body: { accounts: ids, decision: 'limited', reason },
  })
})

test('limits that are lifted again bring no more credits a day than before', async () => {
  const { results } = await admin.call(api.adminClusters.list, {})
  const decisions = results.flatMap(({ decisions: all }) => all.map(({ id }) => id))
  expect(decisions).toHaveLength(5)
  for (const id of decisions)
    await admin.call(api.adminClusters.undo, { params: { id }, body: { reason: 'A mistake' } })
  await setClock(app.db, '2026-11-30T23:00:00Z')
  await app.context.credits.applyAllDueEntries()
  const { rows } = await sql<{ day: string; people: number }>`
    select to_char(entry.created_at at time zone 'UTC', 'DD') as day, count(*)::integer as people
    from credit_entries entry join users owner on owner.id = entry.user_id
    where owner.email like 'fake-%' and owner.email not like 'fake-house-%' and entry.amount = 40
    group by day order by day`.execute(app.db.kysely)
  expect(rows.reduce((sum, { people }) => sum + people, 0)).toBe(5 * CROWD)
  for (const { people } of rows) expect(people).toBeLessThanOrEqual(FREE_OF_RANGE)
})

test('somebody who was invited waits for nobody', async () => {
  await pass(60)
  const ip = HOUSE(0)
  const email = 'guest@example.org'
  const { link } = await admin.call(api.adminInvitations.create, { body: { email: null } })
  const invitation = new URL(link).searchParams.get('invitation')!
  const body = { first_name: 'Ada', email, password1: PASSWORD, password2: PASSWORD, invitation }
  await visitor(ip)(api.accounts.register, { body })
  const guest = await logIn(email, ip)
  expect((await guest.call(api.users.me, {})).credits).toBe(40)
  const rows = await app.db.kysely
    .selectFrom('free_credits')
    .select('network')
    .where('user_id', '=', guest.id)
    .execute()
  expect(rows).toEqual([{ network: null }])
})
