import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createLoraCatalogue } from '../diffusion/lora/lora-catalogue.ts'
import { withMergedNetworks } from '../diffusion/lora/with-merged-networks.ts'
import { readModelFolder } from '../diffusion/model/model-folder.ts'
import type { Networks } from '../diffusion/networks.ts'
import { loadNetworks } from '../diffusion/networks.ts'
import { createNoiseStream } from '../diffusion/noise.ts'
import type { NoiseSchedule } from '../diffusion/schedule.ts'
import { createSchedule } from '../diffusion/schedule.ts'
import { sizeOf } from './gradient/values.ts'
import { keepTraining, readKeptTraining } from './kept-training.ts'
import { toLoraFile } from './lora-of-training.ts'
import type { TrainingSet } from './noise-batch.ts'
import { makeBatch } from './noise-batch.ts'
import type { TrainingPlan } from './presets.ts'
import type { TrainingHooks, TrainingState } from './train-lora.ts'
import { beginTraining, trainLora } from './train-lora.ts'
import type { TrainingBatch, TrainingStep } from './training-step.ts'
import { openTrainingStep } from './training-step.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const MODEL = 'models/text-to-image'
const [BATCH, CELLS, CHANNELS, WORDS, RANK] = [2, 8, 8, [16, 256], 2] as const
const SHAPES = {
  sample: [BATCH, CHANNELS, CELLS, CELLS],
  timestep: [BATCH],
  encoder_hidden_states: [BATCH, ...WORDS],
  neighbours: [BATCH, 2 * CHANNELS, CELLS, CELLS],
}
const PLAN: TrainingPlan = {
  rank: RANK,
  learningRate: 2e-3,
  steps: 8,
  batch: BATCH,
  seed: 5,
  lookEvery: 4,
  priorShare: 0,
}

const folder = mkdtempSync(path.join(tmpdir(), 'atelier-training-'))
const random = (seed: number, length: number, size = 1): Float32Array =>
  Float32Array.from(createNoiseStream(seed)(length), (value) => size * value)
const example = (seed: number) => ({
  latents: random(seed, CHANNELS * CELLS ** 2),
  words: random(seed + 1, WORDS[0] * WORDS[1]),
})
const set: TrainingSet = {
  examples: [example(10), example(20)],
  prior: [],
  emptyWords: random(30, WORDS[0] * WORDS[1]),
  shownLength: 2 * CHANNELS * CELLS ** 2,
}

let step: TrainingStep
let schedule: NoiseSchedule
beforeAll(async () => {
  const { scheduler } = await readModelFolder(MODEL)
  schedule = createSchedule(scheduler)
  step = await openTrainingStep(MODEL, SHAPES, { rank: RANK, threads: 2 })
})
afterAll(async () => {
  await step.release()
  rmSync(folder, { recursive: true })
})

const batch = (): TrainingBatch => makeBatch(set, schedule, { size: BATCH, priorShare: 0, seed: 3 })
/** Matrices of which none is zero. */
const moved = (): Float32Array[] =>
  step.matrices.map(({ shape: [rows, columns] }, i) => random(100 + i, rows * columns, 0.05))
const hooks = (more: Partial<TrainingHooks> = {}): TrainingHooks => ({
  signal: new AbortController().signal,
  isFree: async () => undefined,
  onStep: async () => undefined,
  ...more,
})

/** The loss of a batch as the network of the product computes it, one row at a time. */
async function lossOf(networks: Networks, { inputs, target, weights }: TrainingBatch) {
  const length = target.length / BATCH
  const rowOf = (values: Float32Array, row: number) => {
    const size = values.length / BATCH
    return values.subarray(row * size, (row + 1) * size)
  }
  let sum = 0
  for (let row = 0; row < BATCH; row++) {
    const [[said] = []] = await networks.predict(
      [
        {
          latents: rowOf(inputs['sample']!, row),
          neighbours: rowOf(inputs['neighbours']!, row),
        },
      ],
      { width: CELLS, height: CELLS },
      inputs['timestep']![row]!,
      { data: rowOf(inputs['encoder_hidden_states']!, row), dims: [1, ...WORDS] },
      1,
    )
    const wanted = rowOf(target, row)
    for (let i = 0; i < length; i++) sum += weights[row]! * (said![i]! - wanted[i]!) ** 2
  }
  return sum / target.length
}

describe('the training step', () => {
  test('trains every linear layer of the attention blocks, and nothing is changed at first', async () => {
    expect(step.matrices).toHaveLength(2 * 7 * 7)
    const { trained } = beginTraining(step.matrices, 1)
    const values = trained.map((one) => one.values)
    const { loss } = await step.run(batch(), values)
    const networks = await loadNetworks(await readModelFolder(MODEL), { threads: 2 })
    expect(loss).toBeCloseTo(await lossOf(networks, batch()), 4)
    await networks.release()
  })

  test('its gradients are what small changes of the matrices show', async () => {
    const values = moved()
    const { gradients } = await step.run(batch(), values)
    for (const place of [0, 1, 20, 21, 50, step.matrices.length - 2, step.matrices.length - 1]) {
      const gradient = gradients[place]!
      const length = Math.hypot(...gradient)
      // Along the gradient itself the loss changes most.
      const reach = 0.02
      const at = async (sign: number): Promise<number> => {
        const other = values.map((one, i) =>
          i === place ? one.map((v, j) => v + (sign * reach * gradient[j]!) / length) : one,
        )
        return (await step.run(batch(), other)).loss
      }
      const measured = ((await at(1)) - (await at(-1))) / (2 * reach)
      expect(Math.abs(measured - length) / length, step.matrices[place]!.input).toBeLessThan(0.03)
    }
  })

  test('the LoRA file does in the product what its matrices do in training', async () => {
    const state = beginTraining(step.matrices, 1)
    for (const [i, values] of moved().entries()) state.trained[i]!.values.set(values)
    const { loss } = await step.run(
      batch(),
      state.trained.map((one) => one.values),
    )
    const plain = await step.run(
      batch(),
      beginTraining(step.matrices, 1).trained.map((one) => one.values),
    )
    const file = path.join(folder, 'ada.safetensors')
    writeFileSync(file, toLoraFile(step.matrices, state, 'atelier-v1'))
    const catalogue = createLoraCatalogue([folder])
    const model = { dir: MODEL, stamp: '' }
    expect(await catalogue.fit(model, ['ada'])).toMatchObject([{ id: 'ada', problem: null }])
    const loras = await catalogue.weigh([{ model: 'ada', weight: 1 }])
    const networks = await withMergedNetworks(
      { modelDir: MODEL, loras, cacheDir: folder, threads: 2 },
      async (folders) => loadNetworks(await readModelFolder(MODEL), { threads: 2 }, folders),
    )
    const merged = await lossOf(networks, batch())
    await networks.release()
    expect(Math.abs(merged - loss)).toBeLessThan(0.02 * Math.abs(loss - plain.loss))
  })
})

describe('a training', () => {
  test('lessens the loss', async () => {
    const state = beginTraining(step.matrices, PLAN.seed)
    const plan = { ...PLAN, steps: 20, lookEvery: 10, learningRate: 1e-2 }
    expect(await trainLora(step, set, schedule, plan, state, hooks())).toBe('finished')
    expect(state.curve.map((point) => point.step)).toEqual([0, 10, 20])
    expect(state.curve.at(-1)!.loss).toBeLessThan(0.95 * state.curve[0]!.loss)
  })

  test('that was broken off and goes on from its file ends the same', async () => {
    const whole = beginTraining(step.matrices, PLAN.seed)
    await trainLora(step, set, schedule, PLAN, whole, hooks())
    const file = path.join(folder, 'kept', 'training.safetensors')
    expect(await readKeptTraining(file, step.matrices)).toBeNull()
    const stop = new AbortController()
    const broken = trainLora(
      step,
      set,
      schedule,
      PLAN,
      beginTraining(step.matrices, PLAN.seed),
      hooks({
        signal: stop.signal,
        async onStep(_, state: TrainingState) {
          await keepTraining(file, step.matrices, state)
          if (state.step === 5) stop.abort(new Error('killed'))
        },
      }),
    )
    await expect(broken).rejects.toThrow('killed')
    const kept = (await readKeptTraining(file, step.matrices))!
    expect(kept.step).toBe(5)
    await trainLora(step, set, schedule, PLAN, kept, hooks())
    expect(toLoraFile(step.matrices, kept, '')).toEqual(toLoraFile(step.matrices, whole, ''))
  })

  test('does no step while the processor is wanted for something else', async () => {
    let isWanted = true
    const stop = new AbortController()
    const onStep = vi.fn<() => Promise<void>>(async () => stop.abort(new Error('enough')))
    const free = Promise.withResolvers<void>()
    const running = trainLora(
      step,
      set,
      schedule,
      PLAN,
      { ...beginTraining(step.matrices, 1), curve: [{ step: 0, loss: 1 }] },
      hooks({
        signal: stop.signal,
        isFree: () => (isWanted ? free.promise : Promise.resolve()),
        onStep,
      }),
    )
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(onStep).not.toHaveBeenCalled()
    isWanted = false
    free.resolve()
    await expect(running).rejects.toThrow('enough')
    expect(onStep).toHaveBeenCalledOnce()
  })

  test('ends early where more steps do not help', async () => {
    const stuck: TrainingStep = {
      ...step,
      run: async () => ({
        loss: 1,
        gradients: step.matrices.map(({ shape }) => new Float32Array(sizeOf(shape))),
      }),
    }
    const state = beginTraining(step.matrices, 1)
    const plan = { ...PLAN, steps: 100, lookEvery: 2 }
    expect(await trainLora(stuck, set, schedule, plan, state, hooks())).toBe('plateau')
    expect(state.step).toBe(40)
  })
})
