import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import type { Job } from '#contract/inference-jobs.ts'
import {
  balanceOf,
  cancel,
  expectCleanBooks,
  waitForEnd,
  waitForJob,
  waitUntilBegun,
} from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { photographFile } from '#scripts/support/photographs.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { upload } from '#tests/support/uploads.ts'

const PHOTOGRAPH = photographFile('chelsea')

let app: TestApp
let person: TestPerson
beforeAll(async () => {
  app = await startTestApp({ overrides: { pages: false } })
  person = await newPerson(app)
})
afterAll(() => app.dispose())

async function orderCutOut(width?: number): Promise<Job> {
  const photograph = readFileSync(PHOTOGRAPH)
  const file =
    width === undefined ? photograph : await sharp(photograph).resize(width).jpeg().toBuffer()
  const { id } = await upload(person, file)
  return person.call(api.inferenceJobs.removeBackground, { body: { image: id } })
}

test('the subject of a photograph is cut out in its full size', async () => {
  const ended = await waitForEnd(person, await orderCutOut())
  expect(ended).toMatchObject({
    status: 'S',
    engine: 'builtin',
    cost: { captured: 1, released: 0 },
  })
  const [picture] = ended.images
  const { width, height } = await sharp(PHOTOGRAPH).metadata()
  expect(picture).toMatchObject({ type: 'RB', width, height, seed: null, marked: false })
  const file = Buffer.from(await (await fetch(app.url + picture!.url)).arrayBuffer())
  const alpha = await sharp(file).extractChannel(3).raw().toBuffer()
  const at = (x: number, y: number) => alpha[Math.round(y * height) * width + Math.round(x * width)]
  // A cat that looks into the camera: its face is in the middle, nothing of it in the upper right corner.
  expect(at(0.45, 0.5)).toBeGreaterThan(250)
  expect(at(0.98, 0.03)).toBeLessThan(5)
})

test.each([
  ['inverted', (photo: Sharp) => photo.negate()],
  ['squeezed', (photo: Sharp) => photo.resize(600, 200, { fit: 'fill' })],
  ['narrow', (photo: Sharp) => photo.resize(200, 720, { fit: 'fill' })],
  ['turned', (photo: Sharp) => photo.rotate(90)],
])('the face of a photograph that is %s is seen where words undress', async (_how, change) => {
  const photo = sharp(photographFile('portrait-smiling'))
  const { id } = await upload(person, await change(photo).jpeg().toBuffer())
  const job = await person.call(api.inferenceJobs.create, {
    body: { type: 'ITI', image: id, prompt: 'red apple, undress her', num_images: 1 },
  })
  expect(job).toMatchObject({ status: 'B', cost: { held: 0, captured: 0 } })
})

test('words that undress are read as everywhere where a photograph shows nobody', async () => {
  const { id } = await upload(person, readFileSync(photographFile('temple')))
  const job = await person.call(api.inferenceJobs.create, {
    body: { type: 'ITI', image: id, prompt: 'red apple, a nude statue', num_images: 1 },
  })
  expect(job.status).toBe('P')
  await cancel(person, job)
})

test('a process that is killed in the middle is begun again', async () => {
  const job = await orderCutOut(4000)
  // Not only ordered: the process works on it.
  await waitForJob(person, job, ({ progress }) => progress.step > 0)
  const pids = execFileSync('pgrep', ['-P', String(process.pid), '-f', 'tool-process'])
  for (const pid of pids.toString().trim().split('\n')) process.kill(Number(pid), 'SIGKILL')
  expect(await waitForEnd(person, job)).toMatchObject({
    status: 'S',
    attempt: 2,
    cost: { captured: 1, released: 0 },
  })
  await expectCleanBooks(app)
})

test('cancelled while it runs, nothing is paid', async () => {
  const before = await balanceOf(person)
  const job = await orderCutOut(4000)
  await waitUntilBegun(app, person, job)
  expect((await cancel(person, job)).status).toBe('CD')
  expect(await balanceOf(person)).toEqual(before)
})
