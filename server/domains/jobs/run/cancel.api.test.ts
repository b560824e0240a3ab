import { afterAll, beforeAll, expect, test } from 'vitest'
import { after, finishAll, finishFirst, hang } from '#tests/support/doubles/scripted-engine.ts'
import {
  balanceOf,
  cancel,
  expectCleanBooks,
  startGenerationApp,
  submit,
  waitForEnd,
  waitForJob,
  waitUntilBegun,
} from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'

type Started = Awaited<ReturnType<typeof startGenerationApp>>

/** Keeps the only slot of a lane busy. */
async function occupy({ app, engine }: Started): Promise<() => Promise<void>> {
  const blocker = await newPerson(app)
  engine.script = hang
  const job = await submit(blocker)
  await waitUntilBegun(app, blocker, job)
  engine.script = finishAll
  return async () => void (await cancel(blocker, job))
}

async function startRunning(
  { app, engine }: Started,
  person: TestPerson,
  script: typeof hang,
  count = 1,
) {
  engine.script = script
  const job = await submit(person, { num_images: count })
  return waitUntilBegun(app, person, job)
}

let started: Started
let app: TestApp
beforeAll(async () => {
  started = await startGenerationApp()
  ;({ app } = started)
})
afterAll(() => app.dispose())

test('while pending: nothing was begun, everything comes back', async () => {
  const release = await occupy(started)
  const person = await newPerson(app)
  const begun = started.engine.starts.length
  const job = await submit(person, { num_images: 4 })
  expect(await balanceOf(person)).toEqual({ credits: 96, credits_held: 4 })
  expect(await cancel(person, job)).toMatchObject({
    status: 'CD',
    cost: { quoted: 4, held: 0, captured: 0, released: 4 },
    error: null,
  })
  expect(await balanceOf(person)).toEqual({ credits: 100, credits_held: 0 })
  await release()
  const next = await submit(person)
  await waitForEnd(person, next)
  expect(started.engine.starts.length).toBe(begun + 1)
})

test('while running: ends at once, what was delivered stays and is paid', async () => {
  const person = await newPerson(app)
  const job = await startRunning(started, person, finishFirst(1, hang), 3)
  await waitForJob(person, job, ({ images }) => images.length === 1)
  expect(await cancel(person, job)).toMatchObject({
    status: 'CD',
    cost: { quoted: 3, held: 0, captured: 1, released: 2 },
    images: [{ index: 0 }],
  })
  expect(await balanceOf(person)).toEqual({ credits: 99, credits_held: 0 })
  // The engine is told, and the slot is free again.
  started.engine.script = finishAll
  expect(await waitForEnd(person, await submit(person))).toMatchObject({ status: 'S' })
})

test('ten times at once, and again: one end, one refund', async () => {
  const person = await newPerson(app)
  const job = await startRunning(started, person, hang, 2)
  const answers = await Promise.all(Array.from({ length: 10 }, () => cancel(person, job)))
  const again = await cancel(person, job)
  for (const answer of answers) expect(answer).toEqual(again)
  expect(again).toMatchObject({ status: 'CD', cost: { released: 2 } })
  expect(await balanceOf(person)).toEqual({ credits: 100, credits_held: 0 })
})

test('after success: answered unchanged, nothing comes back', async () => {
  const person = await newPerson(app)
  started.engine.script = finishAll
  const job = await waitForEnd(person, await submit(person))
  expect(await cancel(person, job)).toEqual(job)
  expect(await balanceOf(person)).toEqual({ credits: 99, credits_held: 0 })
})

test('racing with the delivery: paid exactly for what is there', async () => {
  const person = await newPerson(app)
  started.engine.script = finishAll
  for (let round = 0; round < 8; round++) {
    const job = await submit(person, { num_images: 4 })
    await new Promise((resolve) => setTimeout(resolve, round * 12))
    const ended = await cancel(person, job)
    const late = await waitForEnd(person, job)
    expect(late).toEqual(ended)
    expect(ended.cost.captured).toBe(ended.images.length)
    expect(ended.cost.captured + ended.cost.released).toBe(4)
    expect(ended.status).toBe(ended.images.length === 4 ? 'S' : 'CD')
  }
  expect((await balanceOf(person)).credits_held).toBe(0)
  await expectCleanBooks(app)
})

test('on an engine that cannot stop at once: a result that still comes is delivered and paid', async () => {
  const slow = await startGenerationApp({ capabilities: { stopsAtOnce: false } })
  try {
    const person = await newPerson(slow.app)
    const job = await startRunning(slow, person, finishFirst(1, after(400, finishAll)), 2)
    expect(await cancel(person, job)).toMatchObject({ status: 'R', cancel_requested: true })
    expect(await waitForEnd(person, job)).toMatchObject({ status: expect.stringMatching('CD|S') })
    expect(slow.engine.cancels).toHaveLength(1)

    const stubborn = await startRunning(
      slow,
      person,
      async ({ finish }) => {
        await new Promise((resolve) => setTimeout(resolve, 300))
        await finish(0)
      },
      1,
    )
    expect((await cancel(person, stubborn)).cancel_requested).toBe(true)
    expect(await waitForEnd(person, stubborn)).toMatchObject({
      status: 'S',
      cost: { captured: 1, released: 0 },
    })
    await expectCleanBooks(slow.app)
  } finally {
    await slow.app.dispose()
  }
})
