import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { api } from '#contract/index.ts'
import { newAdmin, newPerson, PASSWORD, type TestPerson } from '#tests/support/people.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let admin: TestPerson
beforeAll(async () => {
  app = await startTestApp()
  admin = await newAdmin(app)
})
afterAll(() => app.dispose())

const HOUR_MS = 3_600_000
const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()

const NEWS = {
  content: {
    en: { text: 'Videos are here.', label: 'Try it' },
    es: { text: 'Ya hay vídeos.', label: 'Pruébalo' },
  },
  link: '/tools/all',
  starts_at: at(-1),
  ends_at: at(1),
}

const announce = (changes: Partial<Parameters<typeof create>[0]> = {}) =>
  create({ ...NEWS, ...changes })
const create = (body: typeof NEWS & { plan?: 'pro'; brand?: string; key?: string }) =>
  admin.call(api.adminAnnouncements.create, { body })

const seen = async (person: TestPerson, headers: Record<string, string> = {}) =>
  (await person.call(api.announcements.list, {}, { headers })).results

/** A browser's client cannot name another host. */
async function seenAt(person: TestPerson, host: string): Promise<string[]> {
  const response = await app.context.http!.inject({
    url: '/api/announcements/',
    headers: { host, authorization: `Token ${person.token}` },
  })
  return idsOf(response.json<{ results: { id: string }[] }>().results)
}

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)
const end = (id: string) => admin.call(api.adminAnnouncements.end, { params: { id }, body: {} })

it('people see what is announced now, in their language, until they close it or it ends', async () => {
  const [ada, eve] = [await newPerson(app), await newPerson(app)]
  const { id, changed_at: madeAt } = await announce()
  const planned = await announce({ starts_at: at(1), ends_at: at(2) })
  const over = await announce({ starts_at: at(-2), ends_at: at(-1) })
  expect([planned.state, over.state]).toEqual(['planned', 'over'])
  expect(await seen(ada)).toEqual([
    { id, text: 'Videos are here.', link: '/tools/all', label: 'Try it' },
  ])
  expect(await seen(ada, { 'accept-language': 'es' })).toMatchObject([
    { text: 'Ya hay vídeos.', label: 'Pruébalo' },
  ])
  const params = { id }
  const dismiss = () => ada.call(api.announcements.dismiss, { params, body: {} })
  await Promise.all([dismiss(), dismiss()])
  expect(await seen(ada)).toEqual([])
  expect(idsOf(await seen(eve))).toEqual([id])
  const response = await fetch(`${app.url}/api/account/`, {
    headers: { authorization: `Token ${ada.token}` },
  })
  expect(await response.json()).toMatchObject({
    announcements: [{ announcement: id, dismissed_at: expect.any(String) }],
  })
  const body = { ...NEWS, content: { ...NEWS.content, en: { text: 'Longer now.', label: 'Go' } } }
  const change = (read: string) =>
    admin.call(api.adminAnnouncements.change, { params, body: { ...body, changed_at: read } })
  const undo = (read: string) =>
    admin.call(api.adminAnnouncements.undo, { params, body: { changed_at: read } })
  const changed = await change(madeAt)
  expect(changed).toMatchObject({ dismissed: 1, can_undo: true })
  // A colleague who read the one of before writes over nothing, nor takes it back.
  for (const late of [change, undo])
    await expect(late(madeAt)).rejects.toMatchObject({ code: 'conflict' })
  expect(await seen(ada)).toEqual([])
  expect(await seen(eve)).toMatchObject([{ text: 'Longer now.' }])
  await undo(changed.changed_at)
  expect(await seen(eve)).toMatchObject([{ text: 'Videos are here.' }])
  const ended = await end(id)
  expect(ended).toMatchObject({ state: 'over' })
  expect(await seen(eve)).toEqual([])
  await expect(end(id)).rejects.toMatchObject({ code: 'conflict' })
  // One step back brings it on again.
  await undo(ended.changed_at)
  expect(idsOf(await seen(eve))).toEqual([id])
  await end(id)
  await end(planned.id)
  const { results } = await admin.call(api.adminAnnouncements.list, { query: {} })
  expect(results.map(({ state }) => state)).toEqual(['over', 'over', 'over'])
  const { results: log } = await admin.call(api.admin.audit, {
    query: { action: 'announcement_made' },
  })
  expect(log).toHaveLength(3)
})

it('one for a plan or a brand is seen there alone', async () => {
  const [free, pro] = [await newPerson(app), await newPerson(app, { plan: 'pro' })]
  const forPro = await announce({ plan: 'pro' })
  const forEasel = await announce({ brand: 'easel' })
  expect(await seen(free)).toEqual([])
  expect(idsOf(await seen(pro))).toEqual([forPro.id])
  expect(await seenAt(free, 'easel.localhost')).toEqual([forEasel.id])
  for (const { id } of [forPro, forEasel]) await end(id)
})

it.each([
  ['a brand that is not there', { brand: 'nowhere' }, 'brand'],
  ['an end before its beginning', { ends_at: at(-3) }, 'ends_at'],
  ['a link to a script', { link: 'javascript:alert(1)' }, 'link'],
  ['a link to another site in disguise', { link: '//example.com' }, 'link'],
  [
    'a link without words',
    { content: { ...NEWS.content, en: { text: 'News.', label: null } } },
    'link',
  ],
])('is refused with %s', async (_what, changes, field) => {
  await expect(announce(changes as never)).rejects.toMatchObject({
    code: 'invalid',
    body: { [field]: [expect.any(String)] },
  })
})

it('what somebody closed goes with their account; an unknown one cannot be closed', async () => {
  const person = await newPerson(app)
  const { id } = await announce()
  await person.call(api.announcements.dismiss, { params: { id }, body: {} })
  for (const unknown of [person.id, 'x']) {
    await expect(
      person.call(api.announcements.dismiss, { params: { id: unknown }, body: {} }),
    ).rejects.toMatchObject({ code: 'not_found' })
  }
  await person.call(api.account.remove, { body: { password: PASSWORD } })
  await app.context.privacy.sweep()
  expect(
    await app.db.kysely
      .selectFrom('announcement_dismissals')
      .select('user_id')
      .where('user_id', '=', person.id)
      .execute(),
  ).toEqual([])
  await end(id)
})

it('one that is sent again with its key is made once, however many at once', async () => {
  const body = { ...NEWS, starts_at: at(5), ends_at: at(6), key: randomUUID() }
  const made = await Promise.all(Array.from({ length: 4 }, () => create(body)))
  expect(new Set(idsOf(made)).size).toBe(1)
  await expect(create({ ...body, ends_at: at(7) })).rejects.toMatchObject({
    code: 'idempotency_mismatch',
  })
  const { id } = made[0]!
  await end(id)
  // How it was sent at first is not known any more.
  expect((await create({ ...body, ends_at: at(7) })).id).toBe(id)
})
