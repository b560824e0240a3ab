import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DrawingRequestInput } from '#contract/generation-request.ts'
import { api } from '#contract/index.ts'
import {
  balanceOf,
  leaveFreePictures,
  SMALL,
  startGenerationApp,
  submit,
} from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  ;({ app } = await startGenerationApp())
})
afterAll(() => app.dispose())

const quoteFor = (person: TestPerson, body: Partial<DrawingRequestInput> = {}) =>
  person.call(api.quotes.create, { body: { ...SMALL, ...body } })

const setQuote = (id: string, set: string) =>
  app.db.pool.query(`update quotes set ${set} where id = $1`, [id])

test('tells the price, what is there and whether it is enough', async () => {
  const person = await newPerson(app, { credits: 3 })
  const quote = await quoteFor(person, { width: 1448, height: 1448, num_images: 2 })
  expect(quote).toMatchObject({
    cost: 4,
    lines: [{ label: '2 images, 1448 x 1448, 2 credits each', amount: 4 }],
    marked: 0,
    balance: 3,
    enough: false,
  })
  const left = Date.parse(quote.expires_at) - Date.now()
  expect(left).toBeGreaterThan(9 * 60_000)
  expect(left).toBeLessThanOrEqual(10 * 60_000 + 1000)
  expect(await balanceOf(person)).toEqual({ credits: 3, credits_held: 0 })
})

test('counts the pictures that would be marked', async () => {
  const person = await newPerson(app, { bonus: 3 })
  expect(await quoteFor(person, { num_images: 4 })).toMatchObject({ marked: 0 })
  await leaveFreePictures(app, person, 1)
  expect(await quoteFor(person, { num_images: 4 })).toMatchObject({ marked: 3 })
  const paying = await newPerson(app, { plan: 'basic', bonus: 3 })
  await leaveFreePictures(app, paying, 1)
  expect(await quoteFor(paying, { num_images: 4 })).toMatchObject({ marked: 0 })
})

test('binds the price for one job', async () => {
  const person = await newPerson(app)
  const quote = await quoteFor(person, { num_images: 2 })
  const job = await submit(person, { num_images: 2, quote: quote.id })
  expect(job.cost.quoted).toBe(2)
  const again = submit(person, { num_images: 2, quote: quote.id })
  await expect(again).rejects.toMatchObject({ status: 409, code: 'quote_used' })
})

test('a higher quote than the price of today: the lower one is charged', async () => {
  const person = await newPerson(app)
  const quote = await quoteFor(person, { num_images: 2 })
  await setQuote(quote.id, 'cost = 10')
  expect((await submit(person, { num_images: 2, quote: quote.id })).cost.quoted).toBe(2)
})

test('a lower quote than the price of today is kept', async () => {
  const person = await newPerson(app)
  const large = { width: 1448, height: 1448, num_images: 2 }
  const quote = await quoteFor(person, large)
  await setQuote(quote.id, 'cost = 2')
  expect((await submit(person, { ...large, quote: quote.id })).cost.quoted).toBe(2)
})

test('another request, an expired one, another one, none: refused and nothing charged', async () => {
  const person = await newPerson(app)
  const other = await newPerson(app)
  const quote = await quoteFor(person)
  const refuse = async (id: string, code: string, body: Partial<DrawingRequestInput> = {}) => {
    const attempt = submit(person, { quote: id, ...body })
    await expect(attempt).rejects.toMatchObject({ status: 409, code })
  }
  await refuse(quote.id, 'quote_mismatch', { num_images: 2 })
  await refuse((await quoteFor(other)).id, 'quote_mismatch')
  await refuse('nonsense', 'quote_mismatch')
  await refuse(crypto.randomUUID(), 'quote_mismatch')
  await setQuote(quote.id, `expires_at = money_now() - interval '1 second'`)
  await refuse(quote.id, 'quote_expired')
  await setQuote(quote.id, `expires_at = money_now() - interval '2 days'`)
  await app.context.jobs.sweep()
  await refuse(quote.id, 'quote_expired')
  expect(await balanceOf(person)).toEqual({ credits: 100, credits_held: 0 })
})

test('two jobs with one quote at the same time: one gets it', async () => {
  const person = await newPerson(app)
  const quote = await quoteFor(person)
  const answers = await Promise.allSettled([
    submit(person, { quote: quote.id }),
    submit(person, { quote: quote.id }),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('a quote for what cannot be made', async () => {
  const person = await newPerson(app)
  await expect(quoteFor(person, { sampler: 'UniPC' })).rejects.toMatchObject({
    status: 400,
    body: { sampler: expect.anything() },
  })
})
