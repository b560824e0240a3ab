import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test, vi } from 'vitest'
import { readLoraFile } from '../diffusion/lora/lora-file.ts'
import { PRESETS } from './presets.ts'
import type { TrainingOrder, TrainingSnapshot } from './run-training.ts'
import { runTraining } from './run-training.ts'

vi.setConfig({ testTimeout: 180_000 })

const folder = mkdtempSync(path.join(tmpdir(), 'atelier-run-training-'))
afterAll(() => rmSync(folder, { recursive: true }))

const picture = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 160, height: 120, channels: 3, background } })
    .png()
    .toBuffer()

async function order(): Promise<TrainingOrder> {
  return {
    modelDir: 'models/text-to-image',
    model: 'atelier-v1',
    pictures: [
      { image: await picture('#d02040'), caption: 'ada the cat' },
      { image: await picture('#e05030'), caption: 'ada the cat' },
    ],
    plan: { ...PRESETS.pet, rank: 2, steps: 4, batch: 2, lookEvery: 2, seed: 1, priorShare: 0 },
    mirrored: true,
    priorPrompt: '',
    samplePrompts: ['ada the cat'],
    sampleEvery: 2,
  }
}

interface Trying {
  stopAt?: number
  /** Of a process on another machine. */
  state?: Uint8Array
  onState?: (state: Uint8Array) => void
}

async function train(
  own: string,
  { stopAt = Infinity, state, onState = () => undefined }: Trying = {},
): Promise<TrainingSnapshot[]> {
  const stop = new AbortController()
  const snapshots: TrainingSnapshot[] = []
  await runTraining(
    { ...(await order()), ...(state && { state }) },
    { cacheDir: path.join(folder, 'cache'), threads: 2 },
    path.join(folder, own),
    {
      signal: stop.signal,
      isFree: async () => undefined,
      onStep: (step) => step === stopAt && stop.abort(new Error('killed')),
      onState,
      onSnapshot: (snapshot) => snapshots.push(snapshot),
    },
  )
  return snapshots
}

test('images become a LoRA with samples on the way, also where it was broken off in between', async () => {
  const whole = await train('whole')
  expect(whole.map(({ step }) => step)).toEqual([2, 4])
  expect(whole.at(-1)!.curve.map(({ step }) => step)).toEqual([0, 2, 4])
  for (const { samples } of whole) {
    expect(samples).toHaveLength(1)
    expect(await sharp(samples[0]).metadata()).toMatchObject({ format: 'png', width: 128 })
  }
  const file = path.join(folder, 'ada.safetensors')
  writeFileSync(file, whole.at(-1)!.data)
  expect((await readLoraFile(file)).layers).toHaveLength(49)

  const states: Uint8Array[] = []
  const onState = (state: Uint8Array) => void states.push(state)
  await expect(train('broken', { stopAt: 3, onState })).rejects.toThrow('killed')
  expect(existsSync(path.join(folder, 'broken'))).toBe(true)
  const state = states.at(-1)!
  // Small enough to be stored four times a minute.
  expect(state.length).toBeLessThan(4_000_000)
  // The same folder, and that of another machine, which was told the state.
  for (const rest of [await train('broken'), await train('elsewhere', { state })]) {
    expect(rest.map(({ step }) => step)).toEqual([4])
    expect(rest.at(-1)!.data).toEqual(whole.at(-1)!.data)
  }
})
