import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { api } from '#contract/index.ts'
import type { PackDetail } from '#contract/packs.ts'
import {
  fail,
  finishAll,
  hang,
  type Script,
  type ScriptedEngine,
} from '#tests/support/doubles/scripted-engine.ts'
import { balanceOf, cancel, submit, waitForEnd, waitForJob } from '#tests/support/generation.ts'
import type { TestPerson } from '#tests/support/people.ts'
import { readZip } from '#tests/support/read-zip.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import {
  countStates,
  endHolds,
  expectPaid,
  owner,
  ofPerson,
  published,
  read,
  refusal,
  retry,
  run,
  startPacks,
  stop,
  storedError,
  swap,
  trained,
  until,
  untilState,
} from './testing/pack-app.ts'

let app: TestApp
let engine: ScriptedEngine
let pack: PackDetail
let ada: TestPerson
beforeAll(async () => {
  ;({ app, engine } = await startPacks())
  pack = await published(app)
})
afterAll(() => app.dispose())
beforeEach(async () => {
  engine.script = finishAll
  ada = await owner(app)
})

/** What is drawn of these words does this, the rest is made. */
const on =
  (words: readonly string[], then: Script): Script =>
  (work) =>
    words.some((word) => work.request.prompt.endsWith(word)) ? then(work) : finishAll(work)

const failing = (...words: string[]) => on(words, fail(false))

describe('a run', () => {
  test('is quoted, held and paid together, one shot after the other, and zipped', async () => {
    const call = `photo_packs/${pack.id}/run/`
    const quote = await ada.call(api.quotes.create, { body: { call, body: { training: null } } })
    expect(quote).toMatchObject({ cost: 10, lines: [{ amount: 10 }], enough: true })
    let most = 0
    let open = 0
    engine.script = async (work) => {
      open += 1
      most = Math.max(most, open)
      await finishAll(work)
      open -= 1
    }
    const started = await run(ada, pack, { quote: quote.id })
    expect(started).toMatchObject({
      title: 'Ten foxes',
      counts: { shots: 10 },
      cost: { quoted: 10 },
    })
    const done = await untilState(ada, started, 'succeeded')
    expect(most).toBe(1)
    expect(done.status).toBe('S')
    expect(done.shots.every(({ status, image }) => status === 'S' && image?.type === 'PPS')).toBe(
      true,
    )
    await expectPaid(app, ada, 10)
    expect((await read(ada, done)).cost).toEqual({
      quoted: 10,
      held: 0,
      captured: 10,
      released: 0,
    })
    const { results } = await ada.call(api.credits.statement, { query: {} })
    expect(results.filter(({ kind }) => kind === 'hold').map(({ amount }) => amount)).toEqual([-10])
    const zip = await fetch(`${app.url}/api/photo_packs/runs/${done.id}/zip/`, {
      headers: { authorization: `Token ${ada.token}` },
    })
    expect(readZip(Buffer.from(await zip.arrayBuffer()))).toHaveLength(10)
    expect(await refusal(run(ada, pack, { quote: quote.id }))).toMatchObject({
      code: 'quote_used',
    })
    const mine = await ada.call(api.photoPacks.my, { query: {} })
    expect(mine.results.map(({ id }) => id)).toEqual([done.id])
  })

  test('names the subject of the training, and nobody else can use it', async () => {
    const people = await published(app, ofPerson())
    const training = await trained(app, ada)
    const from = engine.starts.length
    const started = await run(ada, people, { training })
    await untilState(ada, started, 'succeeded')
    const begun = engine.starts.slice(from)
    expect(begun[0]).toMatchObject({ prompt: 'a photo of a person, number 1', width: 64 })
    expect(begun[0]!.loras[0]!.model).toMatch(/^ada-/)
    await expectPaid(app, ada, 10)
    const eve = await owner(app)
    expect(await refusal(run(eve, people, { training }))).toMatchObject({
      status: 400,
      body: { training: [expect.any(String)] },
    })
    expect(await refusal(read(eve, started))).toMatchObject({ status: 404 })
  })

  test('two shots fail: tried again for nothing more, one with another prompt, the rest is stopped', async () => {
    engine.script = failing('number 2', 'number 4')
    const started = await run(ada, pack)
    const partly = await untilState(ada, started, 'partly')
    expect(countStates(partly)).toEqual({ delivered: 8, failed: 2 })
    expect(await balanceOf(ada)).toEqual({ credits: 90, credits_held: 2 })
    expect(partly.hold_until).not.toBeNull()
    const [second, fourth] = partly.shots.filter(({ state }) => state === 'failed')
    expect(second).toMatchObject({ retry_is_free: true, error: { code: 'engine_failed' } })

    await swap(ada, started, fourth!, 'a blue fox')
    engine.script = failing('number 2')
    await retry(ada, started)
    const again = await until(ada, started, ({ counts }) => counts.open === 0)
    expect(countStates(again)).toEqual({ delivered: 9, failed: 1 })
    expect(engine.starts.at(-1)!.prompt).toBe('a blue fox')

    const stopped = await stop(ada, started)
    expect(stopped.cost).toEqual({ quoted: 10, held: 0, captured: 9, released: 1 })
    await expectPaid(app, ada, 9)
  })

  test('is stopped while a shot runs: what is left comes back at once', async () => {
    engine.script = on(['number 3'], hang)
    const started = await run(ada, pack)
    await until(ada, started, ({ shots }) => shots[2]!.state === 'running')
    const stopped = await stop(ada, started)
    expect(stopped).toMatchObject({ status: 'CD', state: 'stopped' })
    expect(countStates(stopped)).toEqual({ delivered: 2, skipped: 8 })
    await expectPaid(app, ada, 2)
    expect(await stop(ada, started)).toMatchObject({ state: 'stopped' })
    await expectPaid(app, ada, 2)
  })

  test('what failed is given back after 48 hours; another try then has its own price', async () => {
    engine.script = failing('number 1')
    const started = await run(ada, pack)
    await untilState(ada, started, 'partly')
    await endHolds(app)
    await expectPaid(app, ada, 9)
    engine.script = finishAll
    expect(await refusal(retry(ada, started))).toMatchObject({
      status: 400,
      body: { quote: [expect.any(String)] },
    })
    const call = `photo_packs/runs/${started.id}/retry/`
    const quote = await ada.call(api.quotes.create, { body: { call, body: {} } })
    expect(quote.cost).toBe(1)
    await retry(ada, started, { quote: quote.id })
    await untilState(ada, started, 'succeeded')
    await expectPaid(app, ada, 10)
  })

  test('a delivered shot is made again with its own price, and stays if that fails', async () => {
    const started = await run(ada, pack)
    const done = await untilState(ada, started, 'succeeded')
    await expectPaid(app, ada, 10)
    const shots = [done.shots[0]!.id]
    const call = `photo_packs/runs/${started.id}/retry/`
    const price = () => ada.call(api.quotes.create, { body: { call, body: { shots } } })
    expect(await refusal(retry(ada, started, { shots }))).toMatchObject({ status: 400 })
    engine.script = failing('number 1')
    await retry(ada, started, { shots, quote: (await price()).id })
    const failed = await until(ada, started, (now) => now.shots[0]!.state === 'failed')
    expect(failed.shots[0]!.image?.id).toBe(done.shots[0]!.image!.id)
    engine.script = finishAll
    await retry(ada, started, { shots })
    const again = await untilState(ada, started, 'succeeded')
    expect(again.shots[0]!.image?.id).not.toBe(done.shots[0]!.image!.id)
    await expectPaid(app, ada, 11)
  })

  test('a pack of many does not delay another person, nor its owner by more than a shot', async () => {
    engine.script = on(['number 1'], hang)
    const started = await run(ada, pack)
    await until(ada, started, ({ shots }) => shots[0]!.state === 'running')
    const bob = await owner(app)
    const ofBob = await submit(bob)
    const own = await submit(ada)
    const first = (await read(ada, started)).shots[0]!.job!
    await cancel(ada, { id: first })
    expect((await waitForEnd(bob, ofBob)).status).toBe('S')
    await waitForJob(ada, own, ({ status }) => status === 'S')
    const end = await until(ada, started, ({ counts }) => counts.open === 0)
    expect(countStates(end)).toEqual({ delivered: 9, skipped: 1 })
    await stop(ada, started)
    await expectPaid(app, ada, 10)
  })
})

describe('sent twice, or at once', () => {
  test('with its key it is one run', async () => {
    const headers = { 'Idempotency-Key': 'a pack' }
    const [one, two] = await Promise.all([run(ada, pack, {}, headers), run(ada, pack, {}, headers)])
    expect(two.id).toBe(one.id)
    const other = await published(app)
    expect(await refusal(run(ada, other, {}, headers))).toMatchObject({
      code: 'idempotency_mismatch',
    })
    await untilState(ada, one, 'succeeded')
    await expectPaid(app, ada, 10)
  })

  test('two run at once, and no third', async () => {
    engine.script = hang
    const answers = await Promise.allSettled([1, 2, 3, 4].map(() => run(ada, pack)))
    const made = answers.filter((answer) => answer.status === 'fulfilled')
    expect(made).toHaveLength(2)
    expect(await refusal(run(ada, pack))).toMatchObject({ status: 429, code: 'queue_full' })
    await Promise.all(made.map(({ value }) => stop(ada, value)))
    await expectPaid(app, ada, 0)
  })

  test('retries, stops and swaps that race leave the books in order', async () => {
    engine.script = failing('number 1', 'number 2', 'number 3')
    const started = await run(ada, pack)
    const partly = await untilState(ada, started, 'partly')
    engine.script = finishAll
    await Promise.allSettled([
      retry(ada, started),
      retry(ada, started),
      swap(ada, started, partly.shots[0]!, 'a green fox'),
      stop(ada, started),
      retry(ada, started, { shots: [partly.shots[1]!.id] }),
    ])
    const end = await until(ada, started, ({ counts }) => counts.open === 0)
    expect(end.shots).toHaveLength(10)
    await stop(ada, started)
    await expectPaid(app, ada, countStates(end)['delivered'] ?? 0)
  })
})

describe('what a run meets on its way', () => {
  test('its training is deleted: what is left cannot be made and is given back at once', async () => {
    const people = await published(app, ofPerson())
    const training = await trained(app, ada)
    engine.script = on(['number 2'], hang)
    const started = await run(ada, people, { training })
    const now = await until(ada, started, ({ shots }) => shots[1]!.state === 'running')
    await ada.call(api.loraTrainings.remove, { params: { id: training } })
    await cancel(ada, { id: now.shots[1]!.job! })
    const end = await until(ada, started, ({ counts }) => counts.open === 0)
    expect(countStates(end)).toEqual({ delivered: 1, skipped: 1, failed: 8 })
    const { id, error } = end.shots[2]!
    expect(await storedError(app, id)).toMatchObject({ ...error, code: 'not_possible', text: {} })
    await stop(ada, started)
    await expectPaid(app, ada, 1)
    expect(await refusal(retry(ada, started))).toMatchObject({ status: 400 })
  })

  test('its pack is withdrawn and changed: it goes on as it began; a new one cannot start', async () => {
    const own = await published(app)
    engine.script = on(['number 2'], hang)
    const started = await run(ada, own)
    const now = await until(ada, started, ({ shots }) => shots[1]!.state === 'running')
    const staff = await owner(app)
    await app.db.kysely
      .updateTable('users')
      .set({ is_staff: true })
      .where('id', '=', staff.id)
      .execute()
    const params = { id: own.id }
    const change = { title: 'Other foxes', shots: own.shots.map(() => shotOf('a cat')) }
    await staff.call(api.photoPacks.update, { params, body: change })
    await staff.call(api.photoPacks.publish, { params, body: {} })
    await staff.call(api.photoPacks.remove, { params })
    expect(await refusal(run(ada, own))).toMatchObject({ status: 404 })
    engine.script = finishAll
    await cancel(ada, { id: now.shots[1]!.job! })
    await until(ada, started, ({ counts }) => counts.open === 0)
    await retry(ada, started)
    const done = await untilState(ada, started, 'succeeded')
    expect(done.title).toBe('Ten foxes')
    await expectPaid(app, ada, 10)
  })

  test('the plan is lost: what is held is made', async () => {
    engine.script = on(['number 2'], hang)
    const started = await run(ada, pack)
    const now = await until(ada, started, ({ shots }) => shots[1]!.state === 'running')
    await app.db.kysely.deleteFrom('subscriptions').where('user_id', '=', ada.id).execute()
    engine.script = finishAll
    await cancel(ada, { id: now.shots[1]!.job! })
    const end = await until(ada, started, ({ counts }) => counts.open === 0)
    expect(countStates(end)).toEqual({ delivered: 9, skipped: 1 })
    await stop(ada, started)
    await expectPaid(app, ada, 9)
  })

  test('its owner is banned: no further shot begins, and all that is left comes back', async () => {
    engine.script = on(['number 2'], hang)
    const started = await run(ada, pack)
    const now = await until(ada, started, ({ shots }) => shots[1]!.state === 'running')
    const ban = (at: Date | null) =>
      app.db.kysely.updateTable('users').set({ banned_at: at }).where('id', '=', ada.id).execute()
    // As if the process had been killed before it stopped the run.
    await ban(new Date())
    engine.script = finishAll
    await app.context.jobs.commissions.cancel(ada.id, now.shots[1]!.job!)
    const prepare = vi.spyOn(app.context.jobs.commissions, 'prepare')
    for (let round = 0; round < 3; round++) await app.context.packs.sweep()
    expect(prepare).not.toHaveBeenCalled()
    prepare.mockRestore()
    const { rows } = await sql<{ status: string }>`
      select status from run_shots where run_id = ${started.id} and status <> 'begun'`.execute(
      app.db.kysely,
    )
    expect(rows).toHaveLength(8)
    await app.context.packs.stop(ada.id)
    await ban(null)
    expect(countStates(await read(ada, started))).toEqual({ delivered: 1, skipped: 9 })
    await expectPaid(app, ada, 1)
  })

  test('no credits: neither a run nor a paid try begins, and nothing is held', async () => {
    const poor = await owner(app, { credits: 10 })
    const started = await run(poor, pack)
    await untilState(poor, started, 'succeeded')
    await expectPaid(app, poor, 10, 10)
    expect(await refusal(run(poor, pack))).toMatchObject({ status: 402 })
    const call = `photo_packs/runs/${started.id}/retry/`
    const shots = [started.shots[0]!.id]
    const quote = await poor.call(api.quotes.create, { body: { call, body: { shots } } })
    expect(quote.enough).toBe(false)
    expect(await refusal(retry(poor, started, { shots, quote: quote.id }))).toMatchObject({
      status: 402,
    })
    expect(await untilState(poor, started, 'succeeded')).toMatchObject({ counts: { open: 0 } })
    await expectPaid(app, poor, 10, 10)
  })

  test('its message was lost: the sweep goes on with it', async () => {
    engine.script = hang
    const started = await run(ada, pack)
    await until(ada, started, ({ shots }) => shots[0]!.state === 'running')
    const { job } = (await read(ada, started)).shots[0]!
    // As if the process had been killed between the end of a job and what comes next.
    engine.script = finishAll
    await app.db.kysely.deleteFrom('pgboss.job' as never).execute()
    await cancel(ada, { id: job! })
    await app.db.kysely.deleteFrom('pgboss.job' as never).execute()
    await app.context.packs.sweep()
    const end = await until(ada, started, ({ counts }) => counts.open === 0)
    expect(countStates(end)).toEqual({ delivered: 9, skipped: 1 })
    await stop(ada, started)
    await expectPaid(app, ada, 9)
  })
})

const shotOf = (prompt: string) => ({
  prompt,
  negative_prompt: '',
  seed: null,
  width: 64,
  height: 64,
})

const { photoPacks, videoPacks } = api

test.each(['made-up', '0192f3f0-0000-7000-8000-000000000000'])(
  'a pack that is not there (%s) is a 404 in every call',
  async (id) => {
    const params = { id }
    const calls = [photoPacks, videoPacks].flatMap((packs) => [
      () => app.call(packs.detail, { params }),
      () => ada.call(packs.detail, { params }),
      () => ada.call(packs.update, { params, body: { title: 'x' } }),
      () => ada.call(packs.remove, { params }),
      () => ada.call(packs.publish, { params, body: {} }),
      () => ada.call(packs.run, { params, body: { training: null } }),
      () => ada.call(packs.readRun, { params }),
    ])
    const quote = (kind: string) => () =>
      ada.call(api.quotes.create, {
        body: { call: `${kind}_packs/${id}/run/`, body: { training: null } },
      })
    for (const call of [...calls, quote('photo'), quote('video')])
      expect(await refusal(call())).toMatchObject({ status: 404 })
  },
)
