import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '#tests/support/run-program.ts'

const TIMEOUT_MS = 120_000
const dataDir = mkdtempSync(join(tmpdir(), 'atelier-loras-train-'))
const [images, none] = [join(dataDir, 'ada'), join(dataDir, 'none')]
const file = join(dataDir, 'loras', 'ada.safetensors')
beforeAll(async () => {
  for (const folder of [images, none]) mkdirSync(folder)
  for (const [i, background] of ['#d02040', '#e05030'].entries())
    await sharp({ create: { width: 96, height: 96, channels: 3, background } }).toFile(
      join(images, `${i}.png`),
    )
})
afterAll(() => rmSync(dataDir, { recursive: true }))

// No database can be reached there, and none is started.
const train = (...args: string[]) =>
  runCommand(['loras', 'train', ...args], {
    DATA_DIR: dataDir,
    DATABASE_URL: 'postgres://127.0.0.1:1/none',
  })

test(
  'images become a LoRA that prompts can name, once',
  async () => {
    const order = ['ada', images, '--caption', 'ada the cat', '--kind', 'pet', '--steps', '2']
    const trained = await train(...order)
    expect([trained.code, trained.stderr]).toEqual([0, ''])
    expect(trained.stdout).toMatch(/step 2: loss 0\.\d{4}\n.*ada\.safetensors {2}<lora:ada:1>\n$/)
    expect(readdirSync(join(dataDir, 'loras'))).toEqual(['ada.safetensors'])
    const again = await train(...order)
    expect([again.code, again.stderr]).toEqual([1, `${file} is there already.\n`])
  },
  TIMEOUT_MS,
)

test.each<[string[], RegExp]>([
  [[], /^Usage: loras train NAME FOLDER --caption TEXT/],
  [['ben', images], /^Usage: loras train NAME FOLDER --caption TEXT/],
  [['a b', images, '--caption', 'x'], /"a b" cannot be a LoRA's name/],
  [['ben', images, '--caption', 'x', '--kind', 'tree'], /--kind must be one of person, pet, /],
  [['ben', images, '--caption', 'x', '--steps', '0'], /--steps must be a whole number from 1 to /],
  [['ben', none, '--caption', 'x'], /holds 0 images; from 1 to 200 can be trained on/],
  [['ben', join(dataDir, 'nowhere'), '--caption', 'x'], /there is no such folder/],
])(
  '%j: one line, and nothing is written',
  async (args, message) => {
    const { code, stdout, stderr } = await train(...args)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(message)
    expect(stderr).toMatch(/^[^\n]+\n$/)
    expect(existsSync(join(dataDir, 'loras', 'ben.safetensors'))).toBe(false)
  },
  TIMEOUT_MS,
)
