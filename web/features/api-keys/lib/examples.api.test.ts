import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { api } from '#contract/index.ts'
import { ROOT } from '#server/app/options.ts'
import { API_KEY } from '#tests/support/bodies.ts'
import { startGenerationApp } from '#tests/support/generation.ts'
import { newPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { examplesAt, KEY_VARIABLE } from './examples.ts'

const run = promisify(execFile)

let app: TestApp
let env: NodeJS.ProcessEnv
beforeAll(async () => {
  ;({ app } = await startGenerationApp())
  const { key } = await (await newPerson(app)).call(api.apiKeys.create, { body: API_KEY })
  env = { ...process.env, [KEY_VARIABLE]: key }
})
afterAll(() => app.dispose())

test('the example in TypeScript makes an image', async () => {
  const folder = mkdtempSync(join(inject('scratchFolder'), 'example-'))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const file = join(folder, 'example.mts')
  writeFileSync(file, examplesAt(app.url).typescript)
  await run(process.execPath, [file], { env, cwd: folder })
  const { format } = await sharp(readFileSync(join(folder, 'fox.png'))).metadata()
  expect(format).toBe('png')
  rmSync(folder, { recursive: true })
})

test('the example for the shell answers the address of one', async () => {
  const { stdout } = await run('sh', ['-c', examplesAt(app.url).curl], { env })
  const { data } = JSON.parse(stdout) as { data: { url: string }[] }
  expect((await fetch(data[0]!.url)).headers.get('content-type')).toBe('image/png')
})
