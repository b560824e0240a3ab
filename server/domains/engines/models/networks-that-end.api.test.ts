import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { GenerationRequestInput } from '#contract/generation-request.ts'
import { api } from '#contract/index.ts'
import type { Job } from '#contract/inference-jobs.ts'
import { type NetworksApp, PATIENCE, startNetworksApp } from '#tests/support/added-networks.ts'
import {
  balanceOf,
  expectCleanBooks,
  waitForEnd,
  waitUntilBegun,
} from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { killToolProcesses, toolProcesses } from '#tests/support/tool-processes.ts'
import { upload } from '#tests/support/uploads.ts'

let networks: NetworksApp
let person: TestPerson
let photo: Buffer
let orders = 0

beforeAll(async () => {
  networks = await startNetworksApp([
    'studioludens/birefnet-lite-512',
    'Carve/LaMa-ONNX',
    'Xenova/swin2SR-realworld-sr-x4-64-bsrgan-psnr',
    'onnx-community/depth-anything-v2-small',
  ])
  person = await newPerson(networks.app, { plan: 'pro', credits: 100 })
  const half = { width: 80, height: 96, channels: 3, background: '#ff0000' } as const
  photo = await sharp({ create: { ...half, width: 160, background: '#0000ff' } })
    .composite([{ input: { create: half }, left: 0, top: 0 }])
    .png()
    .toBuffer()
})
afterAll(async () => {
  await expectCleanBooks(networks.app)
  await networks.dispose()
})

const create = (body: GenerationRequestInput) => person.call(api.inferenceJobs.create, { body })

/** Work of each kind of adapter whose jobs are paid. `own`: what does it without a network that was added. */
const KINDS: {
  id: string
  name: string
  own: string
  work: 'tool' | 'video'
  order: (image: string) => Promise<{ id: string }>
}[] = [
  {
    id: 'birefnet-lite-512',
    name: 'BiRefNet lite, 512 px',
    own: 'U²-Netp',
    work: 'tool',
    order: (image) => create({ type: 'RB', image }),
  },
  {
    id: 'lama',
    name: 'LaMa',
    own: 'PatchMatch',
    work: 'tool',
    async order(image) {
      const hole = Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="96"><rect width="160" height="96"/><rect x="60" y="30" width="40" height="30" fill="#fff"/></svg>',
      )
      const mask = (await upload(person, await sharp(hole).png().toBuffer())).id
      return create({ type: 'RO', image, mask })
    },
  },
  {
    id: 'swin2sr-real-x4',
    name: 'Swin2SR, real photos',
    own: 'ESRGAN',
    work: 'tool',
    order: (image) => create({ type: 'UU', image, scale: 2 }),
  },
  {
    id: 'depth-anything-v2-small',
    name: 'Depth Anything V2 small',
    own: 'U²-Netp, RIFE 4.6',
    work: 'video',
    order: (image) =>
      person.call(api.videoInferenceJobs.create, {
        body: { image, provider: 'BUILT_IN', duration: 2, seed: 1 },
      }),
  },
]

describe.each(KINDS)('the work of $id', ({ id, name, own, work, order }) => {
  const kill = () => killToolProcesses(networks.modelsDir, work)
  const made = async ({ images: [image] }: Job) => {
    const params = { id: image!.id }
    const { made_by: by = [] } = await person.call(api.predictionImages.parameters, { params })
    return by.map((one) => one.name)
  }
  const ordered = async () => {
    // Another file each time, so that nothing of one before is gone on with.
    orders += 1
    const salt = Buffer.from([orders, 1, 2])
    const file = await sharp(photo)
      .composite([{ input: salt, raw: { width: 1, height: 1, channels: 3 }, left: 159, top: 95 }])
      .png()
      .toBuffer()
    return order((await upload(person, file)).id)
  }

  test('goes on when its process is killed in the middle', async () => {
    await networks.addAndUse(id)
    kill()
    const job = await ordered()
    await waitUntilBegun(networks.app, person, job)
    await expect.poll(kill, PATIENCE).toBeGreaterThan(0)
    const ended = await waitForEnd(person, job)
    expect(ended).toMatchObject({ status: 'S', attempt: 2 })
    expect(ended.cost.captured).toBe(ended.cost.quoted)
    expect((await made(ended)).join()).toContain(name)
  }, 120_000)

  test('is done by the built-in one where it is removed in the middle', async () => {
    kill()
    const job = await ordered()
    await waitUntilBegun(networks.app, person, job)
    await expect.poll(kill, PATIENCE).toBeGreaterThan(0)
    await networks.remove(id)
    const ended = await waitForEnd(person, job)
    // Its second attempt may have begun with the network before that went.
    const { quoted } = ended.cost
    const [captured, released] = ended.status === 'S' ? [quoted, 0] : [0, quoted]
    expect(ended.cost).toMatchObject({ captured, released })
    const next = await waitForEnd(person, await ordered())
    expect(next.status).toBe('S')
    expect(await made(next)).toEqual([expect.stringContaining(own)])
  }, 120_000)

  test('ends with its credits back where its file is broken', async () => {
    await networks.addAndUse(id)
    kill()
    await expect.poll(() => toolProcesses(networks.modelsDir, work), PATIENCE).toEqual([])
    networks.breakFile(id)
    const before = await balanceOf(person)
    const job = await waitForEnd(person, await ordered())
    expect(job).toMatchObject({ status: 'FL', cost: { captured: 0, released: job.cost.quoted } })
    expect(await balanceOf(person)).toEqual(before)
    await networks.remove(id)
  }, 120_000)
})
