import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { EngineError, type ImageRequest } from '#lib/engine-spec/index.ts'
import { COMPANIONS } from '../companions.ts'
import { drawPictures } from '../diffusion/draw-pictures.ts'
import { loadModel } from '../diffusion/loaded-model.ts'
import type { EngineSource, LoadedModel } from '../diffusion/loaded-model.ts'
import { readModelFolder } from '../diffusion/model/model-folder.ts'
import { pictureSeed } from '../diffusion/noise.ts'
import { createSchedule } from '../diffusion/schedule.ts'
import { keepTraining, readKeptTraining, takeUpState } from './kept-training.ts'
import { toLoraFile } from './lora-of-training.ts'
import type { CaptionedPicture } from './prepare-set.ts'
import { prepareSet } from './prepare-set.ts'
import type { TrainingPlan } from './presets.ts'
import type { LossPoint, TrainingEnd, TrainingHooks, TrainingState } from './train-lora.ts'
import { beginTraining, trainLora } from './train-lora.ts'
import { openTrainingStep } from './training-step.ts'

/** All that a training needs, as plain data. */
export interface TrainingOrder {
  modelDir: string
  /** Id of the model, which the LoRA's file names. */
  model: string
  pictures: CaptionedPicture[]
  plan: TrainingPlan
  /** Whether an image turned left to right shows the same as well. */
  mirrored: boolean
  /** What others of the subject's kind are called; drawn before the first step where the plan has a `priorShare`. */
  priorPrompt: string
  /** Drawn with what is trained so far, always from the same noise. */
  samplePrompts: string[]
  /** Steps between two rounds of samples. */
  sampleEvery: number
  /** What an attempt on another machine kept. */
  state?: Uint8Array
}

/** A LoRA as it is after some steps. */
export interface TrainingSnapshot {
  step: number
  curve: LossPoint[]
  /** LoRA file. */
  data: Buffer
  /** PNG files, one for each prompt. */
  samples: Uint8Array[]
}

interface RunHooks extends Pick<TrainingHooks, 'signal' | 'isFree'> {
  onStep(step: number, loss: number): void
  /** What another machine needs to go on from here, as often as it is kept. */
  onState(state: Uint8Array): void
  onSnapshot(snapshot: TrainingSnapshot): void
}

/** How often it is kept how far the training is; what takes longest between two looks at the clock (a step, samples) comes on top. */
const KEEP_EVERY_MS = 15_000
const PRIOR_IMAGES = 8
const DRAWING_STEPS = 12
const DRAWING_GUIDANCE = 4

/**
 * Trains a LoRA from images to the last file, from where `folder` says that an earlier attempt was.
 *
 * @param folder of this training alone; whoever asked for it removes it in the end
 * @throws EngineError, or the signal's reason
 */
export async function runTraining(
  order: TrainingOrder,
  source: EngineSource,
  folder: string,
  { signal, isFree, onStep, onState, onSnapshot }: RunHooks,
): Promise<TrainingEnd> {
  const { modelDir, plan } = order
  await mkdir(folder, { recursive: true })
  const { set, shapes } = await prepare(order, source, signal)
  const network = await openTrainingStep(modelDir, shapes, {
    rank: plan.rank,
    threads: source.threads,
  })
  const file = path.join(folder, 'state.safetensors')
  try {
    if (order.state) await takeUpState(file, order.state)
    const state =
      (await readKeptTraining(file, network.matrices)) ?? beginTraining(network.matrices, plan.seed)
    const schedule = createSchedule((await readModelFolder(modelDir)).scheduler)
    let keptAt = performance.now()
    const keep = async (): Promise<void> => {
      onState(await keepTraining(file, network.matrices, state))
      keptAt = performance.now()
    }
    const show = async (now: TrainingState): Promise<void> => {
      await keep()
      const data = toLoraFile(network.matrices, now, order.model)
      const samples = await drawSamples(order, source, folder, data, signal)
      onSnapshot({ step: now.step, curve: [...now.curve], data, samples })
    }
    const end = await trainLora(network, set, schedule, plan, state, {
      signal,
      isFree,
      async onStep(loss, { step }) {
        onStep(step, loss)
        if (step % order.sampleEvery === 0 && step < plan.steps) await show(state)
        else if (performance.now() - keptAt > KEEP_EVERY_MS) await keep()
      },
    })
    await show(state)
    return end
  } finally {
    await network.release()
  }
}

async function prepare(order: TrainingOrder, source: EngineSource, signal: AbortSignal) {
  const { modelDir, plan, pictures, priorPrompt, mirrored } = order
  const model = await loadModel({ ...source, modelDir }, COMPANIONS)
  try {
    const prior: CaptionedPicture[] = []
    if (plan.priorShare > 0)
      for (let i = 0; i < PRIOR_IMAGES; i++) {
        const image = await drawKnown(model, priorPrompt, pictureSeed(plan.seed, i), signal)
        if (image) prior.push({ image, caption: priorPrompt })
      }
    return await prepareSet(model, { pictures, prior, mirrored }, plan.batch)
  } finally {
    await model.release()
  }
}

async function drawSamples(
  { modelDir, samplePrompts, plan }: TrainingOrder,
  source: EngineSource,
  folder: string,
  data: Buffer,
  signal: AbortSignal,
): Promise<Uint8Array[]> {
  if (samplePrompts.length === 0) return []
  const file = path.join(folder, 'sampled.safetensors')
  await writeFile(file, data)
  const loras = [{ file, hash: '', weight: 1 }]
  const model = await loadModel({ ...source, modelDir, loras }, COMPANIONS)
  // The network by itself is what is trained: what leads its drawings would hide it.
  const alone = { ...model, companion: null }
  try {
    const samples: Uint8Array[] = []
    for (const prompt of samplePrompts) {
      const image = await draw(alone, prompt, plan.seed, signal)
      if (image) samples.push(image)
    }
    return samples
  } finally {
    await model.release()
    await rm(file, { force: true })
  }
}

/** Draws a prompt as the product does, or by the network alone where the model does not know the word. */
function drawKnown(
  model: LoadedModel,
  prompt: string,
  seed: number,
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  return draw(model, prompt, seed, signal).catch((error: unknown) => {
    if (!(error instanceof EngineError) || error.code !== 'prompt_unknown') throw error
    return draw({ ...model, companion: null }, prompt, seed, signal)
  })
}

/** Null if nothing came out. */
async function draw(
  model: LoadedModel,
  prompt: string,
  seed: number,
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  const { nativeSize } = model.description
  const request: ImageRequest = {
    type: 'TTI',
    model: model.description.id,
    prompt,
    negativePrompt: '',
    width: nativeSize,
    height: nativeSize,
    indexes: [0],
    seed,
    steps: DRAWING_STEPS,
    guidanceScale: DRAWING_GUIDANCE,
    sampler: 'DPM++ 2M',
    loras: [],
  }
  let drawn: Uint8Array | null = null
  await drawPictures(model, request, {
    signal,
    onProgress: () => undefined,
    onImage: ({ data }) => (drawn = data),
  })
  return drawn
}
