import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { FollowHandlers, TrainedModel, TrainingRequest } from '#lib/engine-spec/index.ts'
import { COMPANIONS } from '../companions.ts'
import { createModelLibrary } from '../diffusion/model/model-library.ts'
import type { BuiltinTrainingEngine } from './training-engine.ts'
import { createTrainingEngine } from './training-engine.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 })

const folder = mkdtempSync(path.join(tmpdir(), 'atelier-training-engine-'))
const library = createModelLibrary({ modelDirs: ['models/text-to-image'], companions: COMPANIONS })
const engines: BuiltinTrainingEngine[] = []
afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.dispose()))
  rmSync(folder, { recursive: true, force: true })
})

function createEngine(isWanted: () => boolean = () => false): BuiltinTrainingEngine {
  const engine = createTrainingEngine({
    name: 'builtin',
    library,
    threads: 2,
    folder,
    isWanted,
    log: undefined,
  })
  engines.push(engine)
  return engine
}

async function order(steps: number): Promise<TrainingRequest> {
  const image = await sharp({
    create: { width: 128, height: 128, channels: 3, background: '#d02040' },
  })
    .png()
    .toBuffer()
  return {
    model: 'atelier-v1',
    kind: 'pet',
    className: 'cat',
    pictures: [{ image, caption: 'ada the cat' }],
    steps,
    seed: 1,
    samplePrompts: [],
  }
}

function listen(onStep: (step: number) => void = () => undefined) {
  const outputs: TrainedModel[] = []
  const handlers: FollowHandlers<TrainedModel> = {
    onProgress: ({ step }) => onStep(step),
    async onOutput(output) {
      outputs.push(output)
    },
  }
  return { outputs, handlers }
}

describe('the training part of the built-in engine', () => {
  test('trains its own model, hands over what there is on the way, and leaves nothing behind', async () => {
    const engine = createEngine()
    expect(await engine.models()).toEqual(['atelier-v1'])
    const operation = await engine.start(await order(3))
    const { outputs, handlers } = listen()
    expect(await engine.follow(operation, handlers)).toMatchObject({ outcome: 'succeeded' })
    expect(outputs.map(({ step }) => step)).toEqual([1, 2, 3])
    expect(outputs.at(-1)!.curve.map(({ step }) => step)).toEqual([0, 3])
    expect(readdirSync(folder)).toEqual([])
    expect(engine.load()).toBe(0)
  })

  test('another attempt after a kill goes on from what was kept', async () => {
    const beginning = { key: 'training 7', attempt: 1, begunSince: null }
    // Many more steps than are made before it hears of its end, on a busy machine too.
    const STEPS = 20
    const first = createEngine()
    const operation = await first.start(await order(STEPS), beginning)
    const steps: number[] = []
    // A snapshot that was handed over is kept.
    const listener = listen(() => {
      if (listener.outputs.length > 0) void first.dispose()
    })
    const ended = first.follow(operation, listener.handlers).catch((error: unknown) => error)
    expect(await ended).toMatchObject({ retryable: true })
    const second = createEngine()
    const again = await second.start(await order(STEPS), { ...beginning, attempt: 2 })
    const { outputs, handlers } = listen((step) => steps.push(step))
    await second.follow(again, handlers)
    expect(Math.min(...steps)).toBeGreaterThan(1)
    expect(outputs.at(-1)!.step).toBe(STEPS)
  })

  test('stands still while images are waiting', async () => {
    let isWanted = true
    const engine = createEngine(() => isWanted)
    const operation = await engine.start(await order(2))
    const onStep = vi.fn<(step: number) => void>()
    const following = engine.follow(operation, listen(onStep).handlers)
    await new Promise((resolve) => setTimeout(resolve, 6000))
    expect(onStep).not.toHaveBeenCalled()
    isWanted = false
    expect(await following).toMatchObject({ outcome: 'succeeded' })
    expect(onStep).toHaveBeenCalled()
  })

  test('stopped by its owner it ends, and what was kept goes', async () => {
    const engine = createEngine()
    const operation = await engine.start(await order(1000))
    const begun = Promise.withResolvers<void>()
    const following = engine.follow(operation, listen(() => begun.resolve()).handlers)
    await begun.promise
    await engine.cancel(operation)
    await engine.cancel(operation)
    expect(await following).toMatchObject({ outcome: 'cancelled' })
    await vi.waitFor(
      () => expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]),
      20_000,
    )
    await vi.waitFor(() => expect(engine.load()).toBe(0), 20_000)
  })

  test('work that it never began is lost', async () => {
    await expect(
      createEngine().follow({ engine: 'builtin', id: 'none' }, listen().handlers),
    ).rejects.toMatchObject({ code: 'operation_lost' })
  })
})
