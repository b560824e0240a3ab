import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import {
  balanceOf,
  expectCleanBooks,
  isEnded,
  submit,
  waitForJob,
} from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { loraMatrices, writeSafetensors } from '#tests/support/safetensors.ts'
import { unpackFixture } from '#tests/support/packed-fixtures.ts'
import { importCheckpoint } from '#engine/import/index.ts'

const FIXTURE = 'tests/fixtures/tiny-checkpoint'
const TIMEOUT_MS = 60_000

const folder = mkdtempSync(join(tmpdir(), 'atelier-loras-'))
let app: TestApp
let person: TestPerson
let loraDir: string

beforeAll(async () => {
  const model = await importCheckpoint(
    unpackFixture(join(FIXTURE, 'original.safetensors')),
    folder,
    {
      id: 'tiny',
      prediction: 'epsilon',
      heads: 8,
      textHeads: 4,
      groups: 8,
    },
  )
  app = await startTestApp({
    env: { ENGINE_THREADS: '1', MODEL_DIR: model },
    overrides: { pages: false },
  })
  person = await newPerson(app)
  loraDir = join(app.config.dataDir, 'loras')
}, TIMEOUT_MS)
afterAll(async () => {
  await app.dispose()
  rmSync(folder, { recursive: true })
})

const lorasOffered = async () => {
  const { results } = await app.call(api.generationServers.list, { query: {} })
  return results.flatMap((server) => server.loras)
}

test(
  'files that are put there are offered with their hash, or with the reason why they cannot be used',
  async () => {
    expect(await lorasOffered()).toEqual([])
    mkdirSync(loraDir)
    for (const name of ['style-kohya', 'shade'])
      copyFileSync(join(FIXTURE, `${name}.safetensors`), join(loraDir, `${name}.safetensors`))
    writeFileSync(join(loraDir, 'broken.safetensors'), 'no such format')
    expect(await lorasOffered()).toEqual([
      {
        id: 'broken',
        name: 'broken',
        hash: '',
        bytes: 14,
        problem: 'is not a safetensors file',
      },
      {
        id: 'shade',
        name: 'shade',
        hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        bytes: 2528,
        problem: null,
      },
      expect.objectContaining({ id: 'style-kohya', problem: null }) as unknown,
    ])
  },
  TIMEOUT_MS,
)

const MISFIT = 'lora_unet_mid_block_attentions_0_transformer_blocks_0_attn1_to_q'

test.each<[string, Parameters<typeof submit>[1], string, string]>([
  [
    'an unknown name',
    { loras: [{ model: 'nobody' }] },
    'loras',
    'There is no LoRA named "nobody".',
  ],
  [
    'an unknown tag',
    { prompt: 'a fox <lora:nobody:0.5>' },
    'prompt',
    'There is no LoRA named "nobody".',
  ],
  [
    'a broken file',
    { prompt: 'a fox <lora:broken:1>' },
    'prompt',
    'The LoRA "broken" cannot be used: its file is damaged or of another kind.',
  ],
  [
    'one for another model',
    { loras: [{ model: 'wide', weight: 1 }] },
    'loras',
    'The LoRA "wide" does not fit this model: ' +
      'mid_block_attentions_0_transformer_blocks_0_attn1_to_q is 32 x 32 in this model and 320 x 320 in the LoRA.',
  ],
  [
    'a weight that is too large',
    { prompt: 'a fox <lora:shade:2.5>' },
    'prompt',
    'The weight of the LoRA "shade" must be a number from 0 to 2.',
  ],
])(
  '%s is refused before anything is charged',
  async (_, body, field, message) => {
    writeSafetensors(
      join(loraDir, 'wide.safetensors'),
      loraMatrices(MISFIT, { out: 320, rank: 1, inner: [320], size: 1 }),
    )
    const before = await balanceOf(person)
    await expect(submit(person, body)).rejects.toMatchObject({
      status: 400,
      body: { [field]: [message] },
    })
    expect(await balanceOf(person)).toEqual(before)
    const jobs = await app.db.kysely.selectFrom('inference_jobs').select('id').execute()
    expect(jobs).toEqual([])
  },
  TIMEOUT_MS,
)

test(
  'a job keeps what its LoRAs were, and its picture says so',
  async () => {
    const job = await submit(person, {
      prompt: 'a fox <lora:shade:0.5>',
      loras: [{ model: 'style-kohya', weight: 1 }],
      steps: 2,
    })
    const ended = await waitForJob(person, job, isEnded, TIMEOUT_MS)
    expect(ended).toMatchObject({ status: 'S' })
    const offered = await lorasOffered()
    const hashOf = (name: string) => offered.find(({ id }) => id === name)!.hash
    expect(ended.parameters).toMatchObject({
      lora_hashes: { shade: hashOf('shade'), 'style-kohya': hashOf('style-kohya') },
    })
    const { text } = await person.call(api.predictionImages.parameters, {
      params: { id: ended.images[0]!.id },
    })
    expect(text).toContain(
      `Lora hashes: "shade: ${hashOf('shade').slice(0, 12)}, style-kohya: ${hashOf('style-kohya').slice(0, 12)}"`,
    )
    await expectCleanBooks(app)
  },
  TIMEOUT_MS,
)
