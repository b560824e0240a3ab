import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { PAST_PROMPT_LIMITS } from '#contract/past-prompts.ts'
import { startGenerationApp, submit, waitForEnd } from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  ;({ app } = await startGenerationApp())
})
afterAll(() => app.dispose())

/** One after the other, for few may wait at once. */
async function draw(person: TestPerson, ...prompts: string[]): Promise<void> {
  for (const prompt of prompts)
    await waitForEnd(person, await submit(person, { prompt, num_images: 1 }))
}

const listOf = async (person: TestPerson) => (await person.call(api.pastPrompts.list, {})).results
const promptsOf = async (person: TestPerson) => (await listOf(person)).map(({ prompt }) => prompt)
const idOf = async (person: TestPerson, prompt: string) =>
  (await listOf(person)).find((one) => one.prompt === prompt)!.id

test('past prompts are told once each, the latest first, as they were written', async () => {
  const [owner, other] = [await newPerson(app), await newPerson(app)]
  await draw(owner, 'a fox', 'an {owl|fox}', 'a fox', 'a naked child')
  // What was blocked is not offered again.
  expect(await promptsOf(owner)).toEqual(['a fox', 'an {owl|fox}'])
  expect(await promptsOf(other)).toEqual([])
})

test('a pinned prompt comes first and outlives its jobs; one that was left out comes back when it is used', async () => {
  const [owner, other] = [await newPerson(app), await newPerson(app)]
  await draw(owner, 'a fox', 'an owl', 'a wolf')
  const fox = { params: { id: await idOf(owner, 'a fox') } }
  const wolf = { params: { id: await idOf(owner, 'a wolf') } }
  for (const ask of [
    () => other.call(api.pastPrompts.change, { ...fox, body: { pinned: true } }),
    () => other.call(api.pastPrompts.remove, fox),
    () => other.call(api.pastPrompts.restore, { ...fox, body: {} }),
  ])
    await expect(ask()).rejects.toMatchObject({ status: 404 })
  await owner.call(api.pastPrompts.change, { ...fox, body: { pinned: true } })
  expect(await promptsOf(owner)).toEqual(['a fox', 'a wolf', 'an owl'])

  await owner.call(api.pastPrompts.remove, wolf)
  await owner.call(api.pastPrompts.remove, fox)
  expect(await promptsOf(owner)).toEqual(['an owl'])
  await owner.call(api.pastPrompts.restore, { ...fox, body: {} })
  expect((await listOf(owner))[0]).toMatchObject({ prompt: 'a fox', pinned: true })
  await draw(owner, 'a wolf')
  expect(await promptsOf(owner)).toEqual(['a fox', 'a wolf', 'an owl'])

  await app.db.kysely
    .updateTable('inference_jobs')
    .set({ parameters: sql<string>`parameters || '{"prompt": ""}'` })
    .where('user_id', '=', owner.id)
    .execute()
  expect(await listOf(owner)).toMatchObject([{ prompt: 'a fox', pinned: true, used_at: null }])
  await owner.call(api.pastPrompts.change, { ...fox, body: { pinned: false } })
  expect(await listOf(owner)).toEqual([])
})

test('of a pinned prompt that was left out an hour ago the words are forgotten', async () => {
  const person = await newPerson(app)
  await draw(person, 'a fox')
  const fox = { params: { id: await idOf(person, 'a fox') } }
  await person.call(api.pastPrompts.change, { ...fox, body: { pinned: true } })
  await person.call(api.pastPrompts.remove, fox)
  await app.db.kysely
    .updateTable('prompt_marks')
    .set({ hidden_at: sql<Date>`now() - interval '61 minutes'` })
    .where('user_id', '=', person.id)
    .execute()
  await app.context.prompts.sweep()
  const marks = await app.db.kysely
    .selectFrom('prompt_marks')
    .select('prompt')
    .where('user_id', '=', person.id)
    .execute()
  expect(marks).toEqual([{ prompt: null }])
})

test('of several at once for the last pin one gets it', async () => {
  const person = await newPerson(app)
  const names = ['a fox', 'an owl', 'a wolf']
  await draw(person, ...names)
  await sql`
    insert into prompt_marks (user_id, hash, prompt, pinned_at)
    select ${person.id}, sha256(convert_to('p' || number, 'UTF8')), 'p' || number, now()
    from generate_series(2, ${PAST_PROMPT_LIMITS.pins}::integer) number`.execute(app.db.kysely)
  const ids = await Promise.all(names.map((name) => idOf(person, name)))
  const pin = (id: string) =>
    person.call(api.pastPrompts.change, { params: { id }, body: { pinned: true } })
  const tries = await Promise.allSettled(ids.map(pin))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const refused = tries.find(({ status }) => status === 'rejected')
  expect(refused).toMatchObject({ reason: { status: 409 } })
  expect((await listOf(person)).filter(({ pinned }) => pinned)).toHaveLength(
    PAST_PROMPT_LIMITS.pins,
  )
})
