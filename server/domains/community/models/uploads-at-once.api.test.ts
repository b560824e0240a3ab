import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.dispose())

const begin = (person: TestPerson, sha256: string) =>
  person.call(api.modelPublishing.startUpload, {
    body: { filename: 'paper.safetensors', bytes: 64, sha256 },
  })

test('uploads are three of a person, also where many begin at once, and one of a file', async () => {
  const hashes = Array.from({ length: 6 }, () => randomBytes(32).toString('hex'))
  const ada = await newPerson(app)
  const begun = await Promise.allSettled(hashes.map((hash) => begin(ada, hash)))
  expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  const bob = await newPerson(app)
  const same = await Promise.all(Array.from({ length: 4 }, () => begin(bob, hashes[0]!)))
  expect(new Set(same.map(({ id }) => id)).size).toBe(1)
})
