import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const FILE = path.resolve('tests/fixtures/tiny-sd/vae_decoder/model.onnx')
const MODULE = new URL('inference-session.ts', import.meta.url).href
const PROGRAM = `const { InferenceSession } = await import(${JSON.stringify(MODULE)})
  await InferenceSession.create(${JSON.stringify(FILE)}, { logSeverityLevel: 3 })`

test('the runtime keeps nothing to send about its use', async () => {
  const home = await mkdtemp(path.join(tmpdir(), 'atelier-home-'))
  try {
    // In an environment of its own: in that of a test runner it is quiet by itself.
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', PROGRAM], {
      env: { HOME: home },
    })
    expect(await readdir(home)).toEqual([])
  } finally {
    await rm(home, { recursive: true, force: true })
  }
})
