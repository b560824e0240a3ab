import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runCommand } from '#tests/support/run-program.ts'
import { TINY_MODELS } from '#tests/support/random-model/tiny-models.ts'
import { writeRandomModel } from '#tests/support/random-model/write-model.ts'
import { unpackFixture } from '#tests/support/packed-fixtures.ts'

const TIMEOUT_MS = 120_000
const FIXTURE = 'tests/fixtures/tiny-checkpoint'
const ORIGINAL = unpackFixture(`${FIXTURE}/original.safetensors`)
const dataDir = mkdtempSync(join(tmpdir(), 'atelier-import-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

// No database can be reached there, and none is started.
const models = (...args: string[]) =>
  runCommand(['models', ...args], {
    DATA_DIR: dataDir,
    DATABASE_URL: 'postgres://127.0.0.1:1/none',
  })

test(
  'a checkpoint becomes a model that can be drawn with',
  async () => {
    const line = `import ${ORIGINAL} --name tiny --prediction v --heads 8`
    const imported = await models(...line.split(' '), '--text-heads', '4', '--groups', '8')
    expect([imported.code, imported.stderr]).toEqual([0, ''])
    expect(imported.stdout).toMatch(/models\/tiny  tiny  [0-9a-f]{64}  ready  128 px, .*original/)
    const checked = await models('check', 'tiny')
    expect([checked.code, checked.stdout]).toEqual([0, imported.stdout])
  },
  TIMEOUT_MS,
)

test(
  'so does a folder in the layout of diffusers',
  async () => {
    const source = join(dataDir, 'hub', 'tiny-xl')
    await writeRandomModel(source, TINY_MODELS.xl)
    const imported = await models('import', source)
    expect([imported.code, imported.stderr]).toEqual([0, ''])
    expect(imported.stdout).toMatch(
      /models\/tiny-xl  tiny-xl  [0-9a-f]{64}  ready  16 px, .*tiny-xl/,
    )
    const checked = await models('check', 'tiny-xl')
    expect([checked.code, checked.stdout]).toEqual([0, imported.stdout])
  },
  TIMEOUT_MS,
)

test.each<[string[], RegExp]>([
  [[], /^Usage: models import FILE\.safetensors\|FOLDER /],
  [[`${FIXTURE}/shade.safetensors`], /shade\.safetensors: is a LoRA, no checkpoint: put it into/],
  [[`${FIXTURE}/README.md`], /README\.md: is not a safetensors file$/],
  [[`${FIXTURE}/none.safetensors`], /there is no such file$/],
  [[ORIGINAL], /16 channels, which 32 groups and 8 heads do not divide/],
  [[ORIGINAL, '--name', 'a b'], /"a b" cannot be a model's name/],
  [[ORIGINAL, '--prediction', 'x'], /--prediction must be epsilon or v/],
  [[ORIGINAL, '--heads', '0'], /--heads must be a whole number above 0/],
])(
  'import %j: one line, and nothing is left',
  async (args, message) => {
    const before = readdirSync(join(dataDir, 'models'))
    const { code, stdout, stderr } = await models('import', ...args)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr.trimEnd()).toMatch(message)
    expect(stderr).toMatch(/^[^\n]+\n$/)
    expect(readdirSync(join(dataDir, 'models'))).toEqual(before)
  },
  TIMEOUT_MS,
)
