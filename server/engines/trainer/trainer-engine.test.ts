import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { followTraining, trainingOrder } from '#tests/support/follow-training.ts'
import type { Beginning, Engine, EngineOperation, TrainedModel } from '../spec/index.ts'
import { createTrainerEngine, type TrainerOptions } from './index.ts'
import { isAlive } from './process-life.ts'
import { Lives } from './run-files.ts'

const KOHYA = fileURLToPath(import.meta.resolve('#tests/support/trainers/kohya.mjs'))
const SERVER = fileURLToPath(import.meta.resolve('#tests/support/trainers/server.ts'))
const STEPS = 20

let folder: string
let modelsFile: string
let report: string
let engines: Engine[]

const optionsOf = (fault = '', change: Partial<TrainerOptions> = {}, stepMs = 20) => ({
  command: [
    `"${process.execPath}" "${KOHYA}" --train_data_dir={dataset} --output_dir {output}`,
    '--max_train_steps {steps} --network_dim {rank} --learning_rate={learning_rate} --seed {seed}',
    '--resolution {resolution} --pretrained_model_name_or_path {base_model} --trigger {trigger}',
    `--network_weights {resume} --step_ms=${stepMs} --fault="${fault}" --report="${report}"`,
  ].join(' '),
  modelsFile,
  progress: null,
  folder: join(folder, 'work'),
  mostMs: 60_000,
  silentMs: 60_000,
  pollMs: 20,
  endMs: 300,
  ...change,
})

function create(...given: Parameters<typeof optionsOf>): Engine {
  const engine = createTrainerEngine(optionsOf(...given))
  engines.push(engine)
  return engine
}
const order = () => trainingOrder({ model: 'sdxl', name: 'Ada  of-the Hills' })
const begin = async (engine: Engine, key = 'training:1', attempt = 1) =>
  engine.training!.start(await order(), { key, attempt, begunSince: null } satisfies Beginning)
const reports = async () =>
  JSON.parse(await readFile(report, 'utf8')) as {
    values: Record<string, string>
    folder: string
    photos: string[]
    caption: string
    environment: string[]
    cwd: string
    resumed: number | null
  }[]
const folderOf = ({ id }: EngineOperation) => join(folder, 'work', id.replace('/', '/run-'))
async function livesOf(operation: EngineOperation) {
  const { runner, command } = Lives.parse(
    JSON.parse(await readFile(join(folderOf(operation), 'life.json'), 'utf8')),
  )
  return [runner, ...(command ? [command] : [])]
}
/** Waits until a trainer has saved what it has learned up to a step. */
async function waitForCheckpoint(operation: EngineOperation, step: number): Promise<void> {
  const file = `last-step${String(step).padStart(8, '0')}.safetensors`
  await expect
    .poll(() => existsSync(join(folderOf(operation), 'output', file)), { timeout: 30_000 })
    .toBe(true)
}
/** What the value of a LoRA's numbers says of the step at which it was saved. */
const markOf = ({ data }: TrainedModel) =>
  Buffer.from(data).readFloatLE(data.byteLength - Float32Array.BYTES_PER_ELEMENT)

/** Of those before the end; the last file counts as one, too, where it is seen before the trainer has ended. */
const checkpoints = (models: TrainedModel[]) =>
  models.map(({ step }) => step).filter((step) => step < STEPS - 1)

beforeEach(async () => {
  engines = []
  folder = await mkdtemp(join(tmpdir(), 'trainer-'))
  report = join(folder, 'report.json')
  modelsFile = join(folder, 'models.json')
  const sdxl = { base: '/models/sd xl.safetensors', steps: STEPS, rank: 8, learningRate: 0.0004 }
  await writeFile(modelsFile, JSON.stringify({ sdxl }))
})
afterEach(async () => {
  for (const engine of engines) {
    for (const key of ['training:1', 'training:2'])
      await engine.training!.forget!({ key, keptAs: null })
    await engine.dispose()
  }
  await rm(folder, { recursive: true, force: true })
})

test('photos lie as kohya’s scripts want them, and a LoRA comes back, with checkpoints before it', async () => {
  // Slow enough for every checkpoint to be seen on a busy machine before the next one comes.
  const engine = create('', {}, 60)
  const operation = await begin(engine)
  const { models, progress, result } = await followTraining(engine, operation)
  expect(result.outcome).toBe('succeeded')
  expect(result.engineMs).toBeGreaterThan(STEPS * 20)
  expect(models.at(-1)).toMatchObject({ step: STEPS, samples: [] })
  expect(models.at(-1)!.curve.at(-1)).toEqual({ step: STEPS, loss: 0.0476 })
  expect(markOf(models.at(-1)!)).toBe(1000 + STEPS)
  expect(checkpoints(models)).toEqual([5, 10, 15])
  const steps = progress.map(({ step }) => step)
  expect(steps).toEqual(steps.toSorted((a, b) => a - b))
  expect(progress.at(-1)).toMatchObject({ step: STEPS, steps: STEPS })
  const [given] = await reports()
  expect(given).toMatchObject({
    values: {
      network_dim: '8',
      learning_rate: '0.0004',
      pretrained_model_name_or_path: '/models/sd xl.safetensors',
      trigger: 'Ada of the Hills',
      max_train_steps: '20',
      resolution: '1024',
      seed: '7',
    },
    folder: '10_person',
    photos: ['photo-01.png', 'photo-01.txt', 'photo-02.png', 'photo-02.txt'],
    caption: 'Ada of the Hills, a photo of a person',
    resumed: null,
    cwd: folderOf(operation),
  })
  // The photos are gone, and so are its processes.
  expect(await readdir(join(folderOf(operation), '..'))).not.toContain('dataset')
  await expect.poll(async () => (await livesOf(operation)).some(isAlive)).toBe(false)
})

test('it is told nothing of our environment but what programs need', async () => {
  process.env['SECRET_KEY'] = 'x'.repeat(40)
  process.env['CUDA_VISIBLE_DEVICES'] = '0'
  const engine = create()
  await followTraining(engine, await begin(engine))
  delete process.env['SECRET_KEY']
  delete process.env['CUDA_VISIBLE_DEVICES']
  const [{ environment }] = (await reports()) as [Awaited<ReturnType<typeof reports>>[number]]
  expect(environment).toContain('PATH')
  expect(environment).toContain('CUDA_VISIBLE_DEVICES')
  expect(environment).not.toContain('SECRET_KEY')
  expect(environment).not.toContain('DATABASE_URL')
})

describe('a server that ends', () => {
  test('by kill -9 leaves the trainer running; the next one goes on following it', async () => {
    const server = spawn(
      process.execPath,
      [SERVER, JSON.stringify(optionsOf('', {}, 60)), 'training:1'],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const line = await new Promise<string>((resolve) =>
      server.stdout.once('data', (data: Buffer) => resolve(data.toString())),
    )
    const operation = JSON.parse(line) as EngineOperation
    await new Promise((resolve) => setTimeout(resolve, 300))
    server.kill('SIGKILL')
    await new Promise((resolve) => server.once('exit', resolve))
    expect((await livesOf(operation)).every(isAlive)).toBe(true)
    const engine = create()
    // Also when it could not write down what it had begun.
    expect(await begin(engine, 'training:1', 2)).toEqual(operation)
    const { models } = await followTraining(engine, operation)
    expect(markOf(models.at(-1)!)).toBe(1000 + STEPS)
    expect(await reports()).toHaveLength(1)
  })

  test('and whose trainer came to its end alone: its LoRA is there', async () => {
    const first = create()
    const operation = await begin(first)
    await expect
      .poll(() => existsSync(join(folderOf(operation), 'ending.json')), {
        timeout: 30_000,
      })
      .toBe(true)
    const { models } = await followTraining(create(), operation)
    expect(models).toHaveLength(1)
    expect(await begin(create(), 'training:1', 2)).toEqual(operation)
  })

  test('with the whole machine: it is begun again from the newest checkpoint', async () => {
    // The double waits after that checkpoint. Otherwise it may finish before the test sees the checkpoint on a busy machine.
    const engine = create('hang late once')
    const operation = await begin(engine)
    const following = followTraining(engine, operation)
    await waitForCheckpoint(operation, 10)
    const [runner] = await livesOf(operation)
    process.kill(-runner!.pid, 'SIGKILL')
    await expect(following).rejects.toMatchObject({ code: 'operation_lost', retryable: true })
    const next = create()
    const again = await begin(next, 'training:1', 2)
    const { models, progress } = await followTraining(next, again)
    const [, second] = await reports()
    // Of the twenty steps ten are left, or fewer if it had come further.
    expect(Number(second!.values['max_train_steps'])).toBeLessThanOrEqual(STEPS - 10)
    expect(second!.resumed).toBeGreaterThan(0)
    expect(progress[0]!.step).toBeGreaterThanOrEqual(10)
    expect(models.at(-1)).toMatchObject({ step: STEPS })
    expect(models.at(-1)!.curve[0]!.step).toBeLessThan(10)
    expect(models.at(-1)!.curve.at(-1)!.step).toBe(STEPS)
  })
})

describe('what goes wrong', () => {
  test('a crash: the next attempt goes on from the newest checkpoint', async () => {
    const engine = create('crash once')
    const operation = await begin(engine)
    await expect(followTraining(engine, operation)).rejects.toMatchObject({
      code: 'engine_failed',
      retryable: true,
      message: expect.stringContaining('CUDA out of memory') as string,
    })
    // Who follows it again hears that it is over.
    await expect(followTraining(engine, operation)).rejects.toMatchObject({
      code: 'operation_lost',
    })
    const { models } = await followTraining(engine, await begin(engine, 'training:1', 2))
    expect(models.at(-1)).toMatchObject({ step: STEPS })
    const [, second] = await reports()
    expect(second!.values['max_train_steps']).toBe(String(STEPS - 5))
  })

  test('it hangs: it is ended, and begun again', async () => {
    const patient = create('hang once', {}, 60)
    const operation = await begin(patient)
    // A start may be silent for long on a busy machine.
    await waitForCheckpoint(operation, 5)
    const engine = create('hang once', { silentMs: 1000 })
    await expect(followTraining(engine, operation)).rejects.toMatchObject({
      code: 'engine_failed',
      retryable: true,
      message: expect.stringContaining('says nothing') as string,
    })
    expect((await livesOf(operation)).some(isAlive)).toBe(false)
    const { models } = await followTraining(patient, await begin(patient, 'training:1', 2))
    expect(checkpoints(models)).toEqual([10, 15])
  })

  test('it takes too long: that is final', async () => {
    const engine = create('hang', { mostMs: 800 })
    await expect(followTraining(engine, await begin(engine))).rejects.toMatchObject({
      code: 'engine_failed',
      retryable: false,
    })
  })

  test('garbage in the end is no LoRA, and that is final', async () => {
    const engine = create('garbage', {}, 2)
    await expect(followTraining(engine, await begin(engine))).rejects.toMatchObject({
      code: 'engine_failed',
      retryable: false,
      message: expect.stringContaining('no safetensors file') as string,
    })
  })

  test('of one that saves nothing in the end its last checkpoint counts', async () => {
    const engine = create('nothing', {}, 2)
    const { models } = await followTraining(engine, await begin(engine))
    expect(markOf(models.at(-1)!)).toBe(15)
  })

  test('a checkpoint that is half written is left alone', async () => {
    const engine = create('half a file')
    const { models } = await followTraining(engine, await begin(engine))
    expect(checkpoints(models)).toEqual([5, 10, 15])
  })

  test('a program that is not there, which is seen before anything is trained', async () => {
    const command = '/no/such/program {dataset} {output}'
    const engine = create('', { command })
    expect(await engine.health()).toMatchObject({
      state: 'down',
      detail: 'TRAINER_COMMAND: there is no program /no/such/program',
    })
    expect(await create().health()).toMatchObject({ state: 'ready', detail: null })
    await expect(followTraining(engine, await begin(engine))).rejects.toMatchObject({
      retryable: false,
      message: expect.stringContaining('ENOENT') as string,
    })
  })

  test('a model that it does not train', async () => {
    const engine = create()
    const request = await trainingOrder({ model: 'flux' })
    await expect(engine.training!.start(request)).rejects.toMatchObject({ code: 'model_missing' })
  })

  test('a file of models that is wrong says where', async () => {
    await writeFile(modelsFile, JSON.stringify({ sdxl: { base: 'x', steps: 0 } }))
    expect(() => create()).toThrow('sdxl.steps')
  })
})

describe('cancelling', () => {
  test.each(['', 'deaf'])('ends its processes and removes all of it (%s)', async (fault) => {
    const engine = create(fault, {}, 100)
    const operation = await begin(engine)
    const following = followTraining(engine, operation)
    await expect.poll(async () => (await livesOf(operation)).length).toBe(2)
    const lives = await livesOf(operation)
    await engine.training!.cancel(operation)
    expect((await following).result.outcome).toBe('cancelled')
    expect(lives.some(isAlive)).toBe(false)
    expect(await readdir(join(folder, 'work'))).toEqual([])
  })

  test('another training is not touched', async () => {
    const engine = create('', {}, 30)
    const [one, two] = [await begin(engine), await begin(engine, 'training:2')]
    await engine.training!.forget!({ key: 'training:1', keptAs: null })
    expect(existsSync(folderOf(one))).toBe(false)
    expect((await followTraining(engine, two)).models.at(-1)).toMatchObject({ step: STEPS })
  })
})
