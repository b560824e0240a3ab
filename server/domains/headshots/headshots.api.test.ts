import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import {
  cancel,
  read,
  refusal,
  remove,
  untilStatus,
} from '#server/domains/studios/testing/studio-app.ts'
import { EngineError } from '#server/engines/spec/index.ts'
import { finishAll, hang } from '#tests/support/doubles/scripted-engine.ts'
import { trainToTheEnd, trainUntil } from '#tests/support/doubles/scripted-training.ts'
import { balanceOf } from '#tests/support/generation.ts'
import { newAdmin, newPerson } from '#tests/support/people.ts'
import {
  ada,
  app,
  engine,
  expectPaid,
  HAD,
  order,
  OTHER,
  OWN,
  quote,
  readRun,
  redo,
  showFaces,
  studio,
  TRAINING,
  until,
  untilSettled,
  withSetApp,
} from './testing/set-app.ts'

withSetApp()

test('a set is trained, drawn and paid: attire by background by framing, with a zip of all', async () => {
  const training = await studio()
  const run = await order(training)
  expect(run).toMatchObject({ status: 'training', lora_training: training.id, gender: 'Woman' })
  expect(await balanceOf(ada)).toEqual({
    credits: HAD - TRAINING - 16,
    credits_held: TRAINING + 16,
  })
  const done = await until(run, 'done')
  const kinds = done.shots.map(({ attire, background, framing }) => [attire, background, framing])
  expect(new Set(kinds.map(String)).size).toBe(8)
  expect(done.shots.every(({ image, status }) => image !== null && status === 'ready')).toBe(true)
  expect(done.shots[0]).toMatchObject({ similarity: 1 })
  const model = (await read(ada, training)).created_model_version
  expect(engine.starts.at(-1)).toMatchObject({ loras: [{ model }], height: expect.any(Number) })
  expect(engine.starts.at(-1)!.prompt).toContain('25-34 year old woman wearing a')
  await expectPaid(TRAINING + 16)
  const batch = await ada.call(api.inferenceJobs.batch, { params: { id: run.id } })
  expect(batch.results).toHaveLength(8)
  const { results } = await ada.call(api.headshotRuns.list, { query: {} })
  expect(results.map(({ id }) => id)).toEqual([run.id])
})

test('a studio that is trained already pays for its shots alone', async () => {
  const training = await studio()
  await until(await order(training), 'done')
  const again = await order(training, { shots: 4 })
  expect((await until(again, 'done')).shots).toHaveLength(4)
  await expectPaid(TRAINING + 16 + 8)
})

test('of orders at once one is taken, and paid once', async () => {
  const training = await studio()
  const answers = await Promise.all(
    Array.from({ length: 4 }, () =>
      order(training).then(
        () => 201,
        (error: { status: number }) => error.status,
      ),
    ),
  )
  expect(answers.toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409])
  const { results } = await ada.call(api.headshotRuns.list, { query: {} })
  await until(results[0]!, 'done')
  await expectPaid(TRAINING + 16)
})

test('an order that breaks off between its training and its shots leaves nothing behind', async () => {
  const training = await studio()
  await sql`alter table headshot_shots add constraint broken check (place < 3) not valid`.execute(
    app.db.kysely,
  )
  const { id } = await quote(training)
  await expect(order(training, { quote: id })).rejects.toMatchObject({ status: 500 })
  await sql`alter table headshot_shots drop constraint broken`.execute(app.db.kysely)
  expect((await read(ada, training)).status).toBe('Not Started')
  await expectPaid(0)
  await until(await order(training, { quote: id }), 'done')
  await expectPaid(TRAINING + 16)
})

test('without the credits for all of it nothing is begun and nothing is held', async () => {
  const poor = await newPerson(app, { plan: 'pro', credits: TRAINING + 15 })
  const training = await studio(poor)
  expect(await refusal(order(training, {}, poor))).toMatchObject({
    status: 402,
    body: { missing: 1 },
  })
  expect((await read(poor, training)).status).toBe('Not Started')
  expect(await balanceOf(poor)).toEqual({ credits: TRAINING + 15, credits_held: 0 })
  expect((await poor.call(api.headshotRuns.list, { query: {} })).results).toEqual([])
})

test('a training that fails, is stopped or is deleted gives all of it back', async () => {
  engine.training.script = async () => {
    throw new EngineError('out_of_memory', 'scripted', { retryable: false, userMessage: 'No.' })
  }
  const failing = await order(await studio())
  const { error } = await until(failing, 'failed')
  expect(error).toMatchObject({ code: 'not_trained' })
  const row = await app.db.kysely
    .selectFrom('headshot_runs')
    .select('error')
    .where('id', '=', failing.id)
    .executeTakeFirst()
  // Versions before texts read the English sentence.
  expect(row?.error).toEqual({
    ...error,
    text: expect.objectContaining({ values: expect.anything() }),
  })
  await expectPaid(0)

  engine.training.script = trainUntil(10, false)
  const training = await studio()
  const stopped = await order(training)
  await untilStatus(ada, training, 'Running')
  await cancel(ada, training)
  await until(stopped, 'failed')
  await expectPaid(0)

  const other = await studio()
  const deleted = await order(other)
  await remove(ada, other)
  await until(deleted, 'failed')
  await expectPaid(0)
})

test('what is not like the person is drawn once more for free, and kept then', async () => {
  const training = await studio()
  let drawn = 0
  engine.script = async (work) => {
    // Photos are compared as they looked when they came.
    showFaces(OTHER)
    drawn++
    await finishAll(work)
  }
  const done = await until(await order(training, { shots: 4 }), 'done')
  expect(drawn).toBe(8)
  expect(done.shots.map(({ similarity }) => similarity)).toEqual([0, 0, 0, 0])
  expect(done.shots.every(({ image }) => image !== null)).toBe(true)
  await expectPaid(TRAINING + 8)
})

test('those most like the person come first', async () => {
  const training = await studio()
  let drawn = 0
  const looks = [[0.6, 0.8], OWN, [0.8, 0.6], [0.7, 0.71]]
  engine.script = async (work) => {
    await finishAll(work)
    drawn++
  }
  const run = await order(training, { shots: 4 })
  await until(run, 'done')
  for (const [place, similarity] of looks.map(([first]) => first!).entries()) {
    await app.db.kysely
      .updateTable('headshot_shots')
      .set({ similarity })
      .where('run_id', '=', run.id)
      .where('place', '=', place)
      .execute()
  }
  expect(drawn).toBe(4)
  expect((await readRun(run)).shots.map(({ place }) => place)).toEqual([1, 2, 3, 0])
})

test('a shot that fails is not paid, and is paid when it is taken again', async () => {
  let drawn = 0
  engine.script = async (work) => {
    drawn++
    if (drawn === 2) {
      throw new EngineError('unsupported', 'scripted', { retryable: false, userMessage: 'No.' })
    }
    await finishAll(work)
  }
  const done = await until(await order(await studio(), { shots: 4 }), 'done')
  const failed = done.shots.filter(({ status }) => status === 'failed')
  expect(failed).toHaveLength(1)
  await expectPaid(TRAINING + 6)
  await redo(done, failed[0]!)
  const settled = await untilSettled(done)
  expect(settled.shots.every(({ status }) => status === 'ready')).toBe(true)
  expect(settled.redo.left).toBe(10)
  await expectPaid(TRAINING + 8)
})

test('ten shots are taken again for free within 30 days, however often the button is pressed', async () => {
  const run = await until(await order(await studio(), { shots: 4 }), 'done')
  const shot = run.shots[0]!
  const answers = await Promise.all(
    [0, 1, 2].map(() =>
      redo(run, shot).then(
        () => 200,
        (error: { status: number }) => error.status,
      ),
    ),
  )
  expect(answers.toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  expect((await untilSettled(run)).redo.left).toBe(9)
  await expectPaid(TRAINING + 8)
  await app.db.kysely
    .updateTable('headshot_runs')
    .set({ redone: 10 })
    .where('id', '=', run.id)
    .execute()
  expect(await refusal(redo(run, shot))).toMatchObject({ status: 409 })
  await app.db.kysely
    .updateTable('headshot_runs')
    .set({ redone: 0, created_at: new Date(Date.now() - 31 * 86_400_000) })
    .where('id', '=', run.id)
    .execute()
  expect(await refusal(redo(run, shot))).toMatchObject({ status: 409 })
  await expectPaid(TRAINING + 8)
})

test('steps that are taken by several at once, and again and again, happen once', async () => {
  const run = await order(await studio())
  for (let round = 0; round < 40; round++) {
    await Promise.all([1, 2, 3].map(() => app.context.headshots.sweep()))
    if ((await readRun(run)).status === 'done') break
    await new Promise((resolve) => {
      setTimeout(resolve, 100)
    })
  }
  const done = await until(run, 'done')
  const batch = await ada.call(api.inferenceJobs.batch, { params: { id: run.id } })
  expect(batch.results).toHaveLength(8)
  expect(done.shots).toHaveLength(8)
  await expectPaid(TRAINING + 16)
})

test('a studio of another kind, one of somebody else and a wrong choice are refused', async () => {
  const general = await studio(ada, { training_type: 'General' })
  expect(await refusal(order(general))).toMatchObject({ status: 409 })
  const eve = await newPerson(app, { plan: 'pro', credits: HAD })
  expect(await refusal(order(await studio(), {}, eve))).toMatchObject({ status: 404 })
  for (const wrong of [
    { attire: [] },
    { attire: ['suit', 'suit'] },
    { shots: 3 },
    { gender: 'X' },
  ]) {
    expect(await refusal(order(general, wrong))).toMatchObject({ status: 400 })
  }
  await expectPaid(0)
})

test('a set that is deleted takes its images along for good, and the last one its studio, with a receipt', async () => {
  const training = await studio()
  const first = await until(await order(training, { shots: 4 }), 'done')
  const second = await until(await order(training, { shots: 4 }), 'done')
  const removeRun = ({ id }: { id: string }) =>
    ada.call(api.headshotRuns.remove, { params: { id } })
  const shown = async () => (await ada.call(api.predictionImages.list, { query: {} })).results
  expect(await removeRun(first)).toEqual({ images: 4, studio: null })
  expect(await refusal(readRun(first))).toMatchObject({ status: 404 })
  expect(await refusal(removeRun(first))).toMatchObject({ status: 404 })
  expect((await readRun(second)).shots.every(({ image }) => image !== null)).toBe(true)
  expect(await shown()).toHaveLength(4)
  expect(await removeRun(second)).toMatchObject({ images: 4, studio: { photos: 4, released: 0 } })
  expect(await shown()).toEqual([])
  const trash = await ada.call(api.predictionImages.list, { query: { trashed: 'true' } })
  expect(trash.results).toEqual([])
  expect(await refusal(read(ada, training))).toMatchObject({ status: 404 })
  await expectPaid(TRAINING + 16)
})

test('a set that is deleted while it is trained or drawn gives back what was not delivered', async () => {
  engine.training.script = trainUntil(10, false)
  const training = await order(await studio())
  const receipt = await ada.call(api.headshotRuns.remove, { params: { id: training.id } })
  expect(receipt).toMatchObject({ images: 0, studio: { photos: 4, released: TRAINING } })
  await expectPaid(0)

  engine.training.script = trainToTheEnd
  engine.script = hang
  const drawing = await until(await order(await studio()), 'drawing')
  await ada.call(api.headshotRuns.remove, { params: { id: drawing.id } })
  await expectPaid(TRAINING)
})

test('an account that is deleted takes its sets along, and what is held comes back', async () => {
  engine.training.script = trainUntil(10, false)
  const run = await order(await studio())
  await app.context.jobs.forget(ada.id)
  await app.context.headshots.forget(ada.id)
  await app.context.headshots.forget(ada.id)
  expect(await refusal(readRun(run))).toMatchObject({ status: 404 })
  await app.context.studios.forget(ada.id)
  await expectPaid(0)
})

test('a ban ends the sets of a person, and what is held comes back', async () => {
  engine.training.script = trainUntil(10, false)
  await order(await studio())
  const admin = await newAdmin(app)
  await admin.call(api.adminPeople.ban, { params: { id: ada.id }, body: { reason: 'Spam' } })
  const { rows } = await sql<{ status: string }>`
    select status from headshot_runs where user_id = ${ada.id}`.execute(app.db.kysely)
  expect(rows.map(({ status }) => status)).toEqual(['failed'])
  expect(await app.context.credits.balance(app.db, ada.id)).toMatchObject({ held: 0 })
})

test('a ban that comes while a set is trained: nothing of it is drawn, and what is held for that comes back', async () => {
  let finish = () => {}
  const mayFinish = new Promise<void>((resolve) => (finish = resolve))
  engine.training.script = async (training) => {
    await mayFinish
    await trainToTheEnd(training)
  }
  const drawn = engine.starts.length
  const made = await studio()
  const run = await order(made)
  const ban = (at: Date | null) =>
    app.db.kysely.updateTable('users').set({ banned_at: at }).where('id', '=', ada.id).execute()
  // As if the process had been killed before it stopped the set.
  await ban(new Date())
  finish()
  const statusOf = async (table: 'lora_trainings' | 'headshot_runs', id: string) => {
    const { rows } = await sql<{ status: string }>`
      select status from ${sql.table(table)} where id = ${id}`.execute(app.db.kysely)
    return rows[0]!.status
  }
  await expect
    .poll(() => statusOf('lora_trainings', made.id), { timeout: 40_000, interval: 50 })
    .toBe('Successful')
  for (let round = 0; round < 3; round++) await app.context.headshots.sweep()
  expect(await statusOf('headshot_runs', run.id)).toBe('training')
  expect(engine.starts).toHaveLength(drawn)
  await app.context.headshots.stop(ada.id)
  await ban(null)
  const end = await readRun(run)
  expect(end.status).toBe('failed')
  expect(end.shots.every(({ image }) => image === null)).toBe(true)
  await expectPaid(TRAINING)
})
