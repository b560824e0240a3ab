import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
let folder: string

// Inside the repository, where its names for imports are known.
beforeAll(async () => {
  await mkdir(join(ROOT, '.cache'), { recursive: true })
  folder = await mkdtemp(join(ROOT, '.cache', 'example-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('the example of the readme draws an image', { timeout: 120_000 }, async () => {
  const page = await readFile(join(import.meta.dirname, 'README.md'), 'utf8')
  const example = /```ts\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
  const picture = join(folder, 'apple.png')
  const program = example
    .replace("'.cache/engine'", JSON.stringify(join(folder, 'cache')))
    .replace("'apple.png'", JSON.stringify(picture))
  await writeFile(join(folder, 'example.ts'), program)
  await promisify(execFile)(process.execPath, [join(folder, 'example.ts')], { cwd: ROOT })
  expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 128 })
})
