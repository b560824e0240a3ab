import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import type { Job } from '#contract/inference-jobs.ts'
import { createScriptedWords } from '#tests/support/doubles/scripted-words.ts'
import {
  finishAll,
  type Script,
  type ScriptedEngine,
} from '#tests/support/doubles/scripted-engine.ts'
import {
  expectCleanBooks,
  readJob,
  startGenerationApp,
  submit,
  waitForEnd,
  waitUntilBegun,
} from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { makePng } from '#tests/support/pictures.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { upload } from '#tests/support/uploads.ts'

let app: TestApp
let engine: ScriptedEngine

beforeAll(async () => {
  ;({ app, engine } = await startGenerationApp())
})
afterEach(async () => {
  engine.script = finishAll
  engine.words.script = createScriptedWords().script
  await limit(null)
  await expectCleanBooks(app)
})
afterAll(() => app.dispose())

/** Resolves when every lane has it. */
async function limit(concurrency: number | null): Promise<void> {
  await sql`update engine_states set concurrency = ${concurrency}`.execute(app.db.kysely)
  await sql`select pg_notify('engines_changed', '')`.execute(app.db.kysely)
  await expect
    .poll(
      async () =>
        (await app.db.kysely.selectFrom('lane_workers').select('most').execute()).every(
          ({ most }) => most === concurrency,
        ),
      { timeout: 20_000 },
    )
    .toBe(true)
}

/** How much was done at once. */
function watchWork(ms: number) {
  const seen = { now: 0, most: 0 }
  async function during<T>(work: () => Promise<T>): Promise<T> {
    seen.now += 1
    seen.most = Math.max(seen.most, seen.now)
    try {
      await sleep(ms)
      return await work()
    } finally {
      seen.now -= 1
    }
  }
  engine.script = (work) => during(() => finishAll(work))
  const { script } = createScriptedWords()
  engine.words.script = (request, signal) => during(() => script(request, signal))
  return seen
}

async function removeBackground(person: TestPerson): Promise<Job> {
  const { id: image } = await upload(person, await makePng(32, 32))
  return person.call(api.inferenceJobs.create, { body: { type: 'RB', image } })
}

test.each([1, 2])(
  'an engine with a limit of %i never does more at once, whatever the lane',
  async (most) => {
    await limit(most)
    const seen = watchWork(150)
    const people = await Promise.all(Array.from({ length: 4 }, () => newPerson(app)))
    const all = await Promise.all(
      people.map(async (person) => {
        const [drawing, tool, { text }] = await Promise.all([
          submit(person),
          removeBackground(person),
          person.call(api.proposals.improvePrompt, { body: { prompt: 'a fox' } }),
        ])
        const ended = await Promise.all([drawing, tool].map((job) => waitForEnd(person, job)))
        return [...ended.map(({ status }) => status), text !== '']
      }),
    )
    expect(all).toEqual(people.map(() => ['S', 'S', true]))
    expect(seen).toEqual({ now: 0, most })
  },
)

test('one lane does not keep the others waiting, and who waits is told of all that goes before', async () => {
  await limit(1)
  const order: string[] = []
  const gates: (() => void)[] = []
  const note: Script = async (work) => {
    order.push(work.request.width === 32 ? 'tool' : 'drawing')
    await new Promise<void>((resolve) => gates.push(resolve))
    await finishAll(work)
  }
  engine.script = note
  const [busy, other] = (await Promise.all(
    [1, 2].map(() => newPerson(app, { plan: 'starter' })),
  )) as [TestPerson, TestPerson]
  const first = await submit(busy)
  await waitUntilBegun(app, busy, first)
  const second = await submit(busy)
  const third = await submit(busy)
  const tool = await removeBackground(other)
  await sleep(600)
  expect((await readJob(other, tool)).queue.position).toBe(2)
  expect((await readJob(busy, second)).queue.position).toBe(1)
  expect((await readJob(busy, third)).queue.position).toBe(3)
  for (const count of [1, 2, 3, 4]) {
    await expect.poll(() => gates.length).toBe(count)
    // As long as is expected of it, or no other may pass.
    await sleep(500)
    gates.at(-1)!()
  }
  await Promise.all([
    waitForEnd(busy, first),
    waitForEnd(busy, second),
    waitForEnd(busy, third),
    waitForEnd(other, tool),
  ])
  expect(order).toEqual(['drawing', 'drawing', 'tool', 'drawing'])
})
