/**
 * Trains LoRAs for the built-in model on subjects that are rendered here, by the very code of the product, and measures what comes
 * out. Usage: `npm run bench:training [-- NAME ...]`, names as below; exits with 1 if a figure is not where it should be.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { COMPANIONS } from '#engine/companions.ts'
import { drawPictures } from '#engine/diffusion/draw-pictures.ts'
import { loadModel } from '#engine/diffusion/loaded-model.ts'
import { createSchedule } from '#engine/diffusion/schedule.ts'
import { makeBatch } from '#engine/training/noise-batch.ts'
import { prepareSet } from '#engine/training/prepare-set.ts'
import { PRESETS } from '#engine/training/presets.ts'
import { runTraining, type TrainingSnapshot } from '#engine/training/run-training.ts'
import { beginTraining, trainLora } from '#engine/training/train-lora.ts'
import { openTrainingStep } from '#engine/training/training-step.ts'
import type { BenchResult } from './bench-result.ts'
import { runBenches } from './run-benches.ts'
import { median, timed } from './statistics.ts'
import { coloursOf, likenessOf } from './training/likeness.ts'
import { photographSubject, type Subject, SUBJECTS } from './training/subjects.ts'

const MODEL = 'models/text-to-image'
const FOLDER = join('.cache', 'bench', 'training')
const THREADS = 2
/** The default preset. */
const PLAN = { ...PRESETS.object, seed: 7 }
const DRAWN = 4
const ROUNDS = 60
const LONGEST_S = 15 * 60

await runBenches(
  {
    overhead: benchOverhead,
    ...Object.fromEntries(SUBJECTS.map((one) => [one.name, () => benchSubject(one)])),
  },
  process.argv.slice(2),
)

async function picturesOf(subject: Subject) {
  const images = await photographSubject(subject)
  return images.map((image) => ({ image, caption: subject.caption }))
}

/** Whole steps against runs of the bare graph. */
async function benchOverhead(): Promise<BenchResult> {
  const model = await loadModel({ modelDir: MODEL, cacheDir: FOLDER, threads: THREADS }, COMPANIONS)
  const pictures = (await picturesOf(SUBJECTS[0]!)).slice(0, 8)
  const sources = { pictures, prior: [], mirrored: true }
  const { set, shapes } = await prepareSet(model, sources, PLAN.batch)
  const schedule = createSchedule(model.description.scheduler)
  await model.release()
  const network = await openTrainingStep(MODEL, shapes, { rank: PLAN.rank, threads: THREADS })
  const state = beginTraining(network.matrices, PLAN.seed)
  const values = state.trained.map((one) => one.values)
  const same = makeBatch(set, schedule, { size: PLAN.batch, priorShare: 0, seed: 0 })
  const times = { step: [] as number[], bare: [] as number[] }
  let began = performance.now()
  const plan = { ...PLAN, steps: ROUNDS, lookEvery: ROUNDS + 1 }
  await trainLora(network, set, schedule, plan, state, {
    signal: new AbortController().signal,
    isFree: async () => undefined,
    async onStep() {
      times.step.push(performance.now() - began)
      times.bare.push(await timed(() => network.run(same, values)))
      began = performance.now()
    },
  })
  await network.release()
  const [step, bare] = [median(times.step), median(times.bare)]
  return {
    name: 'Training step over its bare graph',
    value: step / bare,
    unit: 'x',
    target: { atMost: 1.1 },
    detail: `step of ${PLAN.batch} ${step.toFixed(0)} ms, graph ${bare.toFixed(0)} ms, ${THREADS} threads`,
  }
}

async function benchSubject(subject: Subject): Promise<BenchResult[]> {
  mkdirSync(FOLDER, { recursive: true })
  const folder = mkdtempSync(join(FOLDER, `${subject.name}-`))
  try {
    const pictures = await picturesOf(subject)
    const before = await drawAlone(subject, [])
    const snapshots: TrainingSnapshot[] = []
    const began = performance.now()
    const end = await runTraining(
      {
        modelDir: MODEL,
        model: 'atelier-v1',
        pictures,
        plan: PLAN,
        mirrored: true,
        priorPrompt: '',
        samplePrompts: [subject.caption],
        sampleEvery: 400,
      },
      { cacheDir: FOLDER, threads: THREADS },
      folder,
      {
        signal: new AbortController().signal,
        isFree: async () => undefined,
        onStep: () => undefined,
        onState: () => undefined,
        onSnapshot: (snapshot) => snapshots.push(snapshot),
      },
    )
    const seconds = (performance.now() - began) / 1000
    const { curve, data, step } = snapshots.at(-1)!
    const file = join(folder, 'trained.safetensors')
    writeFileSync(file, data)
    const after = await drawAlone(subject, [{ file, hash: subject.name, weight: 1 }])
    for (const [kind, images] of Object.entries({ before, after }))
      for (const [i, image] of images.entries())
        writeFileSync(join(FOLDER, `${subject.name}-${kind}-${i}.png`), image)
    const photos = await coloursOf(pictures.map(({ image }) => image))
    const [untrained, trained] = [
      likenessOf(photos, await coloursOf(before)),
      likenessOf(photos, await coloursOf(after)),
    ]
    const [first, last] = [curve[0]!.loss, curve.at(-1)!.loss]
    const steps = `${step} steps (${end})`
    return [
      {
        name: `${subject.name}: loss after over before`,
        value: last / first,
        unit: 'x',
        target: { atMost: 0.85 },
        detail: `${first.toFixed(4)} to ${last.toFixed(4)} in ${steps}; file ${(data.length / 1024).toFixed(0)} kB`,
      },
      {
        name: `${subject.name}: likeness gained of what was missing`,
        value: (trained - untrained) / (1 - untrained),
        unit: '',
        target: { atLeast: 0.15 },
        detail: `likeness in colours ${untrained.toFixed(3)} untrained, ${trained.toFixed(3)} trained; images in ${FOLDER}`,
      },
      {
        name: `${subject.name}: time of the default preset`,
        value: seconds,
        unit: 's',
        target: { atMost: LONGEST_S },
        detail: `${steps}, samples and file included`,
      },
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What the network draws of the subject by itself: no guidance image leads it. */
async function drawAlone(
  subject: Subject,
  loras: { file: string; hash: string; weight: number }[],
): Promise<Uint8Array[]> {
  const model = await loadModel(
    { modelDir: MODEL, cacheDir: FOLDER, threads: THREADS, loras },
    COMPANIONS,
  )
  const images: Uint8Array[] = []
  await drawPictures(
    { ...model, companion: null },
    {
      type: 'TTI',
      model: 'atelier-v1',
      prompt: subject.caption,
      negativePrompt: '',
      width: 128,
      height: 128,
      indexes: Array.from({ length: DRAWN }, (_, i) => i),
      seed: 11,
      steps: 20,
      guidanceScale: 3,
      sampler: 'DPM++ 2M',
      loras: [],
    },
    {
      signal: new AbortController().signal,
      onProgress: () => undefined,
      onImage: ({ data }) => images.push(data),
    },
  )
  await model.release()
  return images
}
