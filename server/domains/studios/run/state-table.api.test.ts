import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { LoraTraining } from '#contract/lora-trainings.ts'
import { EngineError } from '#server/engines/spec/index.ts'
import type { ScriptedEngine } from '#tests/support/doubles/scripted-engine.ts'
import {
  SCRIPTED_STEPS,
  type ScriptedTraining,
  trainUntil,
} from '#tests/support/doubles/scripted-training.ts'
import type { TestPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { balanceOf } from '#tests/support/generation.ts'
import {
  cancel,
  read,
  ready,
  refusal,
  remove,
  resetEngine,
  start,
  startStudios,
  untilStatus,
} from '../testing/studio-app.ts'

const HAD = 2500
const PRICE = 1000

let app: TestApp
let engine: ScriptedEngine
let owner: () => Promise<TestPerson>
let ada: TestPerson
beforeAll(async () => {
  const started = await startStudios()
  ;({ app, engine, owner } = started)
})
afterAll(() => app.dispose())

/** A training inside the engine that does nothing more until it is told to. */
let puppets: { training: ScriptedTraining; end: () => void; fail: (error: unknown) => void }[] = []
beforeEach(async () => {
  resetEngine(engine)
  puppets = []
  ada = await owner()
})

const stepsThenWait =
  (step: number, withCheckpoint: boolean) =>
  async (training: ScriptedTraining): Promise<void> => {
    training.progress(step)
    if (withCheckpoint) await training.checkpoint(step)
    await new Promise<void>((resolve, reject) => {
      puppets.push({ training, end: resolve, fail: reject })
      training.cancelled.addEventListener('abort', () => resolve())
    })
  }

const set = ({ id }: { id: string }, change: ReturnType<typeof sql>) =>
  sql`update lora_trainings set ${change} where id = ${id}`.execute(app.db.kysely)

async function running(withCheckpoint: boolean): Promise<LoraTraining> {
  engine.training.script = stepsThenWait(SCRIPTED_STEPS / 2, withCheckpoint)
  const training = await ready(ada)
  await start(ada, training)
  await expect.poll(() => puppets.length).toBe(1)
  return untilStatus(ada, training, 'Running')
}

const STATES = {
  new: () => ready(ada),
  async waiting() {
    // The only place at the engine is taken.
    engine.training.script = trainUntil(1, false)
    const other = await owner()
    const blocker = await ready(other)
    await start(other, blocker)
    await untilStatus(other, blocker, 'Running')
    const training = await ready(ada)
    return start(ada, training)
  },
  running: () => running(false),
  checkpoint: () => running(true),
  async storing() {
    const training = await running(true)
    await set(training, sql`status = 'Downloading', heartbeat_at = now() - interval '1 minute'`)
    return training
  },
  async done() {
    const training = await ready(ada)
    await start(ada, training)
    return untilStatus(ada, training, 'Successful')
  },
  async stopped() {
    const training = await running(false)
    return cancel(ada, training)
  },
}

const fail = (retryable: boolean) =>
  puppets
    .at(-1)!
    .fail(new EngineError('engine_failed', 'told to', { retryable, userMessage: 'Failed.' }))

const EVENTS: Record<string, (training: LoraTraining) => unknown> = {
  start: (training) => refusal(start(ada, training)).catch(() => null),
  cancel: (training) => refusal(cancel(ada, training)).catch(() => null),
  delete: (training) => remove(ada, training),
  async finish() {
    await puppets.at(-1)!.training.checkpoint(SCRIPTED_STEPS)
    puppets.at(-1)!.end()
  },
  failAgain: () => fail(true),
  failForGood: () => fail(false),
  silence: (training) => set(training, sql`heartbeat_at = now() - interval '1 minute'`),
  sweep: () => app.context.studios.sweep(),
}

type State = keyof typeof STATES

/** Of each: the state after it, credits captured and released; `again`: it is begun once more. */
const TABLE: [state: State, event: string, after: string, captured: number, released: number][] = [
  ['new', 'start', 'Successful', PRICE, 0],
  ['new', 'cancel', 'Not Started', 0, 0],
  ['new', 'delete', 'gone', 0, 0],
  ['waiting', 'start', 'Pending', 0, 0],
  ['waiting', 'cancel', 'Failed', 0, PRICE],
  ['waiting', 'delete', 'gone', 0, PRICE],
  ['running', 'start', 'Running', 0, 0],
  ['running', 'cancel', 'Failed', 0, PRICE],
  ['running', 'delete', 'gone', 0, PRICE],
  ['running', 'finish', 'Successful', PRICE, 0],
  ['running', 'failAgain', 'again', 0, 0],
  ['running', 'failForGood', 'Failed', 0, PRICE],
  ['checkpoint', 'cancel', 'Successful', PRICE / 2, PRICE / 2],
  ['checkpoint', 'delete', 'gone', 0, PRICE],
  ['checkpoint', 'finish', 'Successful', PRICE, 0],
  ['checkpoint', 'failAgain', 'again', 0, 0],
  ['checkpoint', 'failForGood', 'Failed', 0, PRICE],
  ['storing', 'sweep', 'Successful', PRICE, 0],
  ['storing', 'delete', 'gone', 0, PRICE],
  ['done', 'start', 'Successful', PRICE, 0],
  ['done', 'cancel', 'Successful', PRICE, 0],
  ['done', 'delete', 'gone', PRICE, 0],
  ['stopped', 'cancel', 'Failed', 0, PRICE],
  ['stopped', 'delete', 'gone', 0, PRICE],
]

async function reach(training: LoraTraining, after: string, starts: number): Promise<void> {
  const isThere = async () => {
    if (after === 'gone') return true
    if (after === 'again') return puppets.length === starts + 1
    return (await read(ada, training)).status === after
  }
  await expect.poll(isThere).toBe(true)
}

const paidBy = async (person: TestPerson): Promise<[captured: number, released: number]> => {
  const { rows } = await sql<{ captured: number; released: number }>`
    select coalesce(sum(captured), 0)::int as captured,
      coalesce(sum(amount) filter (where kind = 'release'), 0)::int as released
    from credit_entries where user_id = ${person.id}`.execute(app.db.kysely)
  return [rows[0]!.captured, rows[0]!.released]
}

test.each(TABLE)('%s, %s: %s, captured %i, released %i', async (state, event, after, ...paid) => {
  const training = await STATES[state]()
  const starts = puppets.length
  await EVENTS[event]!(training)
  await reach(training, after, starts)
  expect(await paidBy(ada)).toEqual(paid)
  const [captured, released] = paid
  const isHeld = !['gone', 'Not Started'].includes(after) && captured + released < PRICE
  expect(await balanceOf(ada)).toEqual({
    credits: HAD - captured - (isHeld ? PRICE : 0),
    credits_held: isHeld ? PRICE : 0,
  })
  expect(await app.context.credits.reconcile()).toEqual([])
  const open = await sql<{ user_id: string }>`
    select distinct user_id from lora_trainings where status in ('Pending', 'Running')`.execute(
    app.db.kysely,
  )
  for (const { user_id: user } of open.rows) await app.context.studios.stop(user)
})
