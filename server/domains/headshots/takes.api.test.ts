import { expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import type { HeadshotRun } from '#contract/headshot-runs.ts'
import { addPhoto, photo, read, refusal } from '#server/domains/studios/testing/studio-app.ts'
import { EngineError } from '#server/engines/spec/index.ts'
import { finishAll, hang } from '#tests/support/doubles/scripted-engine.ts'
import { limitPerson } from '#tests/support/limit-person.ts'
import { newPerson } from '#tests/support/people.ts'
import {
  ada,
  app,
  engine,
  expectPaid,
  HAD,
  order,
  OTHER,
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

const doneSet = async () => until(await order(await studio(), { shots: 4 }), 'done')

const shotOf = (run: HeadshotRun, { id }: { id: string }) => {
  const found = run.shots.find((shot) => shot.id === id)
  if (!found) throw new Error('There is no such shot.')
  return found
}

const choose = (run: HeadshotRun, shot: { id: string }, image: string, person = ada) =>
  person.call(api.headshotRuns.choose, { params: { id: run.id, shot: shot.id }, body: { image } })

const fails = async () => {
  throw new EngineError('unsupported', 'scripted', { retryable: false, userMessage: 'No.' })
}

test('what is taken again replaces the first once it is there, the first stays until then and can be gone back to', async () => {
  const run = await doneSet()
  const shot = run.shots[1]!
  const first = shot.image!
  engine.script = hang
  const asked = shotOf(await redo(run, shot), shot)
  expect(asked).toMatchObject({ status: 'drawing', image: { id: first.id }, similarity: 1 })
  const { results: jobs } = await ada.call(api.inferenceJobs.running, { query: {} })
  expect(jobs).toHaveLength(1)
  await ada.call(api.inferenceJobs.cancel, { params: { id: jobs[0]!.id }, body: {} })
  const kept = await untilSettled(run)
  expect(shotOf(kept, shot)).toMatchObject({ status: 'ready', image: { id: first.id } })
  // Its owner ended it: it was one of the ten.
  expect(kept.redo.left).toBe(9)

  engine.script = finishAll
  await redo(run, shot)
  const redone = shotOf(await untilSettled(run), shot)
  expect(redone.image!.id).not.toBe(first.id)
  expect(redone.other_takes).toMatchObject([{ image: { id: first.id }, similarity: 1 }])
  const back = shotOf(await choose(run, shot, first.id), shot)
  expect(back).toMatchObject({
    image: { id: first.id },
    other_takes: [{ image: { id: redone.image!.id } }],
  })
  const forth = shotOf(await choose(run, shot, redone.image!.id), shot)
  expect(forth.image!.id).toBe(redone.image!.id)
  await redo(run, shot)
  expect(shotOf(await untilSettled(run), shot).other_takes).toHaveLength(2)
  await expectPaid(TRAINING + 8)
  expect(await ada.call(api.headshotRuns.remove, { params: { id: run.id } })).toMatchObject({
    images: 6,
  })
})

test('a redo that comes to nothing is given back and changes nothing', async () => {
  const run = await doneSet()
  const shot = run.shots[0]!
  engine.script = fails
  expect((await redo(run, shot)).redo.left).toBe(9)
  const kept = await untilSettled(run)
  expect(kept.redo.left).toBe(10)
  expect(shotOf(kept, shot)).toEqual(shot)
  await expectPaid(TRAINING + 8)
})

test('somebody limited takes none again, and what was taken stays', async () => {
  const run = await doneSet()
  await limitPerson(app, ada)
  expect(await refusal(redo(run, run.shots[0]!))).toMatchObject({ code: 'account_limited' })
  expect(await readRun(run)).toMatchObject({ status: 'done', redo: { left: 10 } })
})

test('ten redos deliver ten more images, the eleventh is refused', async () => {
  const run = await doneSet()
  const shot = run.shots[0]!
  for (let number = 0; number < 10; number++) {
    await redo(run, shot)
    await untilSettled(run)
  }
  expect((await readRun(run)).redo.left).toBe(0)
  expect(await refusal(redo(run, shot))).toMatchObject({ status: 409 })
  expect(shotOf(await readRun(run), shot).other_takes).toHaveLength(10)
  await expectPaid(TRAINING + 8)
})

test('of a shot that was drawn once more by itself the one that is more like the person is shown', async () => {
  let drawn = 0
  engine.script = async (work) => {
    // The first of each is somewhat like her, the second not at all.
    showFaces(++drawn <= 4 ? [0.4, 0.92] : OTHER)
    await finishAll(work)
  }
  const training = await studio()
  const run = await until(await order(training, { shots: 4 }), 'done')
  expect(drawn).toBe(8)
  for (const { similarity, other_takes: others } of run.shots) {
    expect(others).toHaveLength(1)
    expect(similarity).toBeGreaterThanOrEqual(others[0]!.similarity!)
  }
  expect(run.redo.left).toBe(10)
  await expectPaid(TRAINING + 8)
})

test('an image that is deleted is not offered; one of another shot, set or person is not there', async () => {
  const run = await doneSet()
  const [one, other] = run.shots as [HeadshotRun['shots'][number], HeadshotRun['shots'][number]]
  const eve = await newPerson(app, { plan: 'pro', credits: HAD })
  for (const act of [
    () => choose(run, { id: 'none' }, one.image!.id),
    () => choose({ ...run, id: other.id }, one, one.image!.id),
    () => choose(run, one, one.image!.id, eve),
  ]) {
    expect(await refusal(act())).toMatchObject({ status: 404 })
  }
  for (const image of [other.image!.id, one.id, 'none']) {
    expect(await refusal(choose(run, one, image))).toMatchObject({
      status: 400,
      body: { image: ['There is no such image of this headshot.'] },
    })
  }
  for (const body of [{}, { image: 7 }, { image: one.image!.id, extra: true }]) {
    const act = ada.call(api.headshotRuns.choose, {
      params: { id: run.id, shot: one.id },
      body: body as { image: string },
    })
    expect(await refusal(act)).toMatchObject({ status: 400 })
  }
  await redo(run, one)
  await untilSettled(run)
  await ada.call(api.predictionImages.remove, { params: { id: one.image!.id } })
  expect(shotOf(await readRun(run), one).other_takes).toEqual([])
  expect(await refusal(choose(run, one, one.image!.id))).toMatchObject({ status: 400 })
})

test('amber findings are accepted one by one, red ones never, and nothing is held before', async () => {
  const training = await studio()
  await addPhoto(ada, training, await photo(0))
  const { coach, lora_training_images: photos } = await read(ada, training)
  const findings = [...coach.findings, ...photos.flatMap((one) => one.findings)]
  const codes = [
    ...new Set(findings.filter(({ level }) => level === 'amber').map(({ code }) => code)),
  ]
  expect(coach.level).toBe('amber')
  expect(codes).toContain('duplicate')
  const { id } = await quote(training)
  for (const waive of [[], ['blur'], ...codes.map((left) => codes.filter((one) => one !== left))]) {
    expect(await refusal(order(training, { quote: id, waive }))).toMatchObject({
      status: 400,
      body: { images: expect.any(Array) },
    })
  }
  await expectPaid(0)
  await until(await order(training, { quote: id, waive: codes }), 'done')
  await expectPaid(TRAINING + 16)

  engine.faces = []
  const faceless = await studio()
  expect((await read(ada, faceless)).coach.level).toBe('red')
  const price = await quote(faceless)
  for (const waive of [undefined, ['no_face', 'too_few']]) {
    expect(await refusal(order(faceless, { quote: price.id, waive }))).toMatchObject({
      status: 400,
      body: { images: expect.any(Array) },
    })
  }
  await expectPaid(TRAINING + 16)
})
