import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startGenerationApp, submit, waitForEnd } from '#tests/support/generation.ts'
import { newPerson } from '#tests/support/people.ts'
import { makePng } from '#tests/support/pictures.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { upload } from '#tests/support/uploads.ts'

const HOUR_MS = 3_600_000
let app: TestApp
let media: string
beforeAll(async () => {
  ;({ app } = await startGenerationApp())
  media = join(app.config.dataDir, 'media')
})
afterAll(() => app.dispose())

const filesThere = () =>
  readdirSync(media, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(media, join(entry.parentPath, entry.name)))
    .toSorted()

function put(key: string, ageMs: number): string {
  const path = join(media, key)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, 'left behind')
  const time = (Date.now() - ageMs) / 1000
  utimesSync(path, time, time)
  return key
}

test('what no row names goes after an hour, with its variants; what a row names stays', async () => {
  const person = await newPerson(app, { credits: 20 })
  const job = await waitForEnd(person, await submit(person, { num_images: 2 }))
  const picture = await upload(person, await makePng(64, 64))
  for (const { url } of job.images) {
    await fetch(`${app.url}/img/?url=${encodeURIComponent(url)}&width=64&height=64`)
  }
  await fetch(`${app.url}/img/?url=${encodeURIComponent(picture.url)}&width=64&height=64`)
  // Two pictures, an upload and a variant of each, which are stored after they are answered.
  await expect.poll(filesThere).toHaveLength(6)
  await expect.poll(() => filesThere().filter((key) => key.startsWith('.'))).toEqual([])
  const kept = filesThere()
  for (const key of kept) utimesSync(join(media, key), 1, 1)

  const young = [put('pictures/u/j/0-2.png', 1000), put('uploads/u/young.png', HOUR_MS / 2)]
  put('pictures/u/j/0-1.png', 2 * HOUR_MS)
  put('uploads/u/old.jpg', 2 * HOUR_MS)
  put('variants/media/pictures/u/j/0-1.png/64x64-q80.jpg', 2 * HOUR_MS)
  put('.unfinished/abc', 2 * HOUR_MS)
  put('checks/abc', 2 * HOUR_MS)
  const sweep = () => app.context.media.sweepStrayFiles(new Date(Date.now() - HOUR_MS))
  expect(await sweep()).toBeGreaterThanOrEqual(3)
  expect(filesThere()).toEqual([...kept, ...young].toSorted())
  expect(await sweep()).toBe(0)
})
