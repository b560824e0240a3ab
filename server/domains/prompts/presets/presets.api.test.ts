import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { PRESET_LIMITS } from '#contract/values/presets.ts'
import { PRESET } from '#tests/support/bodies.ts'
import { startGenerationApp } from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  ;({ app } = await startGenerationApp())
})
afterAll(() => app.dispose())

const { settings } = PRESET
const make = (person: TestPerson, name: string) =>
  person.call(api.presets.create, { body: { name, settings } })
const namesOf = async (person: TestPerson) =>
  (await person.call(api.presets.list, {})).results.map(({ name }) => name)

test('presets are made, renamed, overwritten, counted and deleted, and are their owner’s alone', async () => {
  const [owner, other] = [await newPerson(app), await newPerson(app)]
  const made = await make(owner, ' Portrait ')
  expect(made).toMatchObject({ name: 'Portrait', settings, uses: 0, used_at: null })
  await expect(make(owner, 'portrait')).rejects.toMatchObject({
    status: 400,
    body: { name: [expect.stringContaining('already')] },
  })
  await make(other, 'Portrait')
  const params = { id: made.id }
  for (const ask of [
    () => other.call(api.presets.change, { params, body: { name: 'x' } }),
    () => other.call(api.presets.use, { params, body: {} }),
    () => other.call(api.presets.remove, { params }),
    () => other.call(api.presets.restore, { params, body: {} }),
  ])
    await expect(ask()).rejects.toMatchObject({ status: 404 })

  await owner.call(api.presets.change, { params, body: { name: 'Face' } })
  const written = {
    version: 1,
    seed: null,
    sampler: 'Euler',
    size: { width: 512, height: 768 },
  } as const
  const changed = await owner.call(api.presets.change, { params, body: { settings: written } })
  expect(changed).toMatchObject({ name: 'Face', settings: written })
  expect(changed.settings).not.toHaveProperty('prompt')
  const used = await Promise.all(
    [1, 2, 3].map(() => owner.call(api.presets.use, { params, body: {} })),
  )
  expect(new Set(used.map(({ uses }) => uses))).toEqual(new Set([1, 2, 3]))
  await make(owner, 'another')
  expect(await namesOf(owner)).toEqual(['another', 'Face'])
  await expect(
    owner.call(api.presets.change, { params, body: { name: 'ANOTHER' } }),
  ).rejects.toMatchObject({ status: 400 })
})

test('a deleted preset comes back within the hour, unless its name is taken', async () => {
  const person = await newPerson(app)
  const { id } = await make(person, 'Foxes')
  const params = { id }
  await person.call(api.presets.remove, { params })
  expect(await namesOf(person)).toEqual([])
  await expect(
    person.call(api.presets.change, { params, body: { name: 'x' } }),
  ).rejects.toMatchObject({ status: 404 })
  const second = await make(person, 'Foxes')
  const restore = () => person.call(api.presets.restore, { params, body: {} })
  await expect(restore()).rejects.toMatchObject({ status: 400 })
  await person.call(api.presets.change, { params: { id: second.id }, body: { name: 'Owls' } })
  expect(await restore()).toMatchObject({ id, name: 'Foxes', settings })
  // Asked for twice, it is there once.
  expect(await restore()).toMatchObject({ id })
  expect(await namesOf(person)).toEqual(['Foxes', 'Owls'])

  await person.call(api.presets.remove, { params })
  await app.db.kysely
    .updateTable('presets')
    .set({ deleted_at: sql<Date>`now() - interval '61 minutes'` })
    .where('id', '=', id)
    .execute()
  await app.context.prompts.sweep()
  await expect(restore()).rejects.toMatchObject({ status: 404 })
})

test.each([
  [{ version: 2 }],
  [{ version: 1, steps: 0 }],
  [{ version: 1, sampler: 'None such' }],
  [{ version: 1, prompt: 'a\0b' }],
  [{ version: 1, prompt: 'x'.repeat(2001) }],
  [{ version: 1, unknown: 1 }],
])('%j is not kept', async (wrong) => {
  const person = await newPerson(app)
  const body = { name: 'x', settings: wrong as typeof settings }
  await expect(person.call(api.presets.create, { body })).rejects.toMatchObject({ status: 400 })
})

test('of several at once for the last place one gets it, made or brought back', async () => {
  const person = await newPerson(app)
  await make(person, 'p0')
  await sql`
    insert into presets (user_id, name, settings)
    select ${person.id}, 'p' || number, '{"version": 1}'
    from generate_series(1, ${PRESET_LIMITS.presets}::integer - 1) number`.execute(app.db.kysely)
  const { results } = await person.call(api.presets.list, {})
  expect(results).toHaveLength(PRESET_LIMITS.presets)
  await expect(make(person, 'more')).rejects.toMatchObject({ status: 409 })
  const params = { id: results[0]!.id }
  await person.call(api.presets.remove, { params })
  const tries = await Promise.allSettled([
    ...['v', 'w', 'x', 'y'].map((name) => make(person, name)),
    person.call(api.presets.restore, { params, body: {} }),
  ])
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await namesOf(person)).toHaveLength(PRESET_LIMITS.presets)
})

test('settings of a version that is not known are listed as they are', async () => {
  const person = await newPerson(app)
  const newer = { version: 9, prompts: ['a', 'b'] }
  await app.db.kysely
    .insertInto('presets')
    .values({ user_id: person.id, name: 'Newer', settings: JSON.stringify(newer) })
    .execute()
  const { results } = await person.call(api.presets.list, {})
  expect(results).toMatchObject([{ name: 'Newer', settings: newer }])
})
