import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { WILDCARD_LIMITS } from '#contract/values/wildcards.ts'
import { SMALL, startGenerationApp, submit, waitForEnd } from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  ;({ app } = await startGenerationApp())
})
afterAll(() => app.dispose())

const make = (person: TestPerson, name: string, text: string) =>
  person.call(api.wildcards.create, { body: { name, text } })

test('lists are made, renamed, changed and removed, and are their owner’s alone', async () => {
  const [owner, other] = [await newPerson(app), await newPerson(app)]
  const made = await make(owner, 'Animal', 'fox\n\nowl\n')
  expect(made).toMatchObject({ name: 'animal', lines: 2, text: 'fox\n\nowl\n' })
  const params = { id: made.id }
  await expect(make(owner, 'animal', 'x')).rejects.toMatchObject({ status: 400 })
  await expect(other.call(api.wildcards.detail, { params })).rejects.toMatchObject({ status: 404 })
  await owner.call(api.wildcards.change, { params, body: { name: 'beast' } })
  const changed = await owner.call(api.wildcards.change, { params, body: { text: 'wolf' } })
  expect(changed).toMatchObject({ name: 'beast', lines: 1, text: 'wolf' })
  expect((await owner.call(api.wildcards.list, {})).results).toHaveLength(1)
  await owner.call(api.wildcards.remove, { params })
  expect((await owner.call(api.wildcards.list, {})).results).toEqual([])
})

test('a list has its limits, and each of its lines can be drawn from', async () => {
  const person = await newPerson(app)
  const { bytes, lines, line, lists } = WILDCARD_LIMITS
  await make(person, 'long', 'a\n'.repeat(lines))
  for (const text of [
    'a\n'.repeat(lines + 1),
    'ä'.repeat(bytes / 2 + 1),
    'a'.repeat(line + 1),
    '\n \n',
    'fox\n{red|blue',
  ])
    await expect(make(person, 'x', text)).rejects.toMatchObject({ status: 400 })
  for (let count = 2; count < lists; count += 1) await make(person, `l${count}`, 'a')
  // Several at once for the one place that is left.
  const names = ['v', 'w', 'x', 'y', 'z']
  const tries = await Promise.allSettled(names.map((name) => make(person, name, 'a')))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(make(person, 'more', 'a')).rejects.toMatchObject({ status: 409 })
})

test('words are drawn by the seed; job and image keep them with what was written', async () => {
  const person = await newPerson(app)
  await make(person, 'animal', 'fox\nowl\nwolf\n{red|blue} cat')
  const asked = { prompt: 'an __animal__ {at sea|in snow}', negative_prompt: '{a|b}', seed: 5 }
  const job = await waitForEnd(person, await submit(person, asked))
  const { parameters, template } = job as typeof job & { parameters: Record<string, unknown> }
  expect(template).toEqual({ prompt: asked.prompt, negative_prompt: '{a|b}' })
  expect(parameters['prompt']).toMatch(/^an (fox|owl|wolf|(red|blue) cat) (at sea|in snow)$/)
  expect(job.images[0]!.prompt).toBe(parameters['prompt'])
  const params = { id: job.images[0]!.id }
  const again = await person.call(api.predictionImages.parameters, { params })
  expect(again).toMatchObject({ prompt: parameters['prompt'], template })
  const judged = await person.call(api.predictionImages.reproduction, { params })
  expect(judged.refusal).toBeNull()
  const second = await submit(person, asked)
  expect(second.parameters).toMatchObject({ prompt: parameters['prompt'] })
})

test('a seed that was left open is drawn once, for words and noise alike', async () => {
  const person = await newPerson(app)
  const prompt = '{a|b|c|d|e|f|g|h} {i|j|k|l|m|n|o|p}'
  const body = { ...SMALL, prompt }
  const headers = { 'Idempotency-Key': 'once' }
  const job = await submit(person, body, headers)
  expect(await submit(person, body, headers)).toMatchObject({ id: job.id })
  const { prompt: words, seed } = job.parameters as { prompt: string; seed: number }
  const repeated = await submit(person, { prompt, seed })
  expect(repeated.parameters).toMatchObject({ prompt: words })
})

test('a price is good for a prompt whose words are drawn', async () => {
  const person = await newPerson(app)
  const body = { ...SMALL, prompt: 'a {red|blue} fox' }
  const quote = await person.call(api.quotes.create, { body })
  const job = await submit(person, { ...body, quote: quote.id })
  expect(job.cost.quoted).toBe(quote.cost)
})

test('moderation reads the words that were drawn', async () => {
  const person = await newPerson(app)
  await make(person, 'age', 'child')
  const job = await submit(person, { prompt: 'a naked __age__' })
  expect(job).toMatchObject({ status: 'B', cost: { held: 0 } })
})

test.each([
  ['a {red|blue fox', 'not closed'],
  ['a red} fox', 'no { before'],
  ['a __nothing__', 'no list __nothing__'],
  ['a {fox|__gap__}', 'no list __nothing__'],
  ['__circle__', '__circle__ > __back__ > __circle__'],
  ['__d1__', 'more than 5 lists'],
  ['{|}', 'Nothing is left'],
  ['__long__ __long__', 'longer than 2000'],
])('%s is refused before anything is held', async (prompt, message) => {
  const person = await newPerson(app)
  await make(person, 'gap', 'fox\n__nothing__')
  await make(person, 'circle', 'fox\n__back__')
  await make(person, 'back', '__circle__')
  await make(person, 'long', 'a'.repeat(1500))
  for (let depth = 1; depth < 6; depth += 1) await make(person, `d${depth}`, `__d${depth + 1}__`)
  await make(person, 'd6', 'fox')
  const refused = { status: 400, body: { prompt: [expect.stringContaining(message)] } }
  await expect(submit(person, { prompt })).rejects.toMatchObject(refused)
  await expect(
    person.call(api.quotes.create, { body: { ...SMALL, prompt } }),
  ).rejects.toMatchObject(refused)
  expect(await person.call(api.credits.statement, { query: {} })).toMatchObject({ held: 0 })
  expect((await submit(person, { prompt: '__d2__' })).parameters).toMatchObject({ prompt: 'fox' })
})
