import { EngineError } from '#lib/engine-spec/index.ts'
import type {
  DrawnAfter,
  EngineImage,
  OperationProgress,
  ImageRequest,
} from '#lib/engine-spec/index.ts'
import { drawLatents } from './draw-latents.ts'
import type { SamplingContext } from './draw-latents.ts'
import { planDrawing } from './drawing-plan.ts'
import type { FinishedPicture } from './finish-picture.ts'
import { finishPicture, finishSource, isBroken, toPixelRange } from './finish-picture.ts'
import type { LoadedModel } from './loaded-model.ts'
import type { Planes } from './networks.ts'
import type { NoiseStream } from './noise.ts'
import { blendStreams, createNoiseStream, pictureSeed, retrySeed } from './noise.ts'
import { countYields, createProgressReporter } from './progress-reporter.ts'
import type { ProgressReporter } from './progress-reporter.ts'
import { createRunLane } from './run-lane.ts'
import type { Vector } from './samplers/vector.ts'
import { shareRuns } from './shared-runs.ts'
import { reason } from '../reason.ts'

export interface DrawHooks {
  /** Looked at between network runs; its reason is thrown. */
  signal: AbortSignal
  onProgress(progress: OperationProgress): void
  onImage(image: EngineImage): void
}

interface PictureInWork {
  index: number
  drawing: AsyncGenerator<Vector, Vector, void>
  /** The picture that is expected after the latest step; in the end the finished latents. */
  latents: Vector
}

/**
 * Draws the pictures of a request, step by step side by side, and hands over each as soon as it is encoded.
 *
 * A picture's numbers do not depend on the batch it is drawn in: see {@link shareRuns}.
 *
 * @throws EngineError `unsupported` for what {@link planDrawing} refuses; `picture_failed` once all pictures that
 *   could be drawn have been handed over
 */
export async function drawPictures(
  model: LoadedModel,
  request: ImageRequest,
  hooks: DrawHooks,
): Promise<void> {
  const lane = createRunLane(hooks.signal)
  const plan = await planDrawing(model, request, lane)
  const context: SamplingContext = {
    model,
    request,
    plan,
    lane,
    ask: shareRuns(model.networks, lane),
    drawnAfter: new Map(),
    ends: new Map(),
  }
  const { signal, onProgress } = hooks
  const reporter = createProgressReporter(model, request, plan, signal, onProgress)
  const pictures = request.indexes.map((index): PictureInWork => {
    const drawing = drawLatents(
      context,
      noiseOf(request, index, (seed) => seed),
      choiceSeed(request, index),
    )
    return { index, drawing, latents: new Float64Array() }
  })
  for (let step = 1; step <= countYields(plan); step++) {
    await advanceAll(pictures, signal)
    reporter.stepped(
      step,
      pictures.map(({ index, latents }) => ({ index, latents })),
    )
  }
  await handOverAll(context, pictures, reporter, hooks)
}

/** Finishes one picture after the other; one is encoded while the next is decoded. */
async function handOverAll(
  context: SamplingContext,
  pictures: readonly PictureInWork[],
  reporter: ProgressReporter,
  { signal, onImage }: DrawHooks,
): Promise<void> {
  const failed: number[] = []
  let before: Promise<void> = Promise.resolve()
  const handOver = async (
    { finishing, choices, lacksMainThing }: Drawn,
    index: number,
    done: number,
  ) => {
    const { data, width, height } = await finishing()
    reporter.finished(done)
    await reporter.told()
    signal.throwIfAborted()
    onImage({
      index,
      data,
      contentType: 'image/png',
      width,
      height,
      seed: pictureSeed(context.request.seed, index),
      drawnAfter: namedOnce(context.drawnAfter.get(choices) ?? []),
      ...(lacksMainThing && { lacksMainThing }),
    })
  }
  for (const [i, picture] of pictures.entries()) {
    const drawn = await draw(context, picture, signal)
    await before
    if (!drawn) failed.push(picture.index)
    else before = handOver(drawn, picture.index, i + 1)
    // Whoever waits for it next hears of a failure.
    before.catch(() => undefined)
  }
  await before
  await reporter.told()
  if (failed.length > 0) throw pictureFailed(failed)
}

interface Drawn {
  /** The last step of encoding it. */
  finishing(): Promise<FinishedPicture>
  /** The seed of its choices. */
  choices: number
  lacksMainThing: boolean
}

/**
 * What is no picture is drawn a second time with other noise, and what does not show what the prompt is about with other choices as well.
 * Null if it could not be drawn.
 */
async function draw(
  context: SamplingContext,
  picture: PictureInWork,
  signal: AbortSignal,
): Promise<Drawn | null> {
  const { plan, request } = context
  const { index } = picture
  const choices = choiceSeed(request, index)
  if (plan.stages.length === 0)
    return { finishing: () => finishSource(plan), choices, lacksMainThing: false }
  await advance(picture, signal)
  const first = await decode(context, picture.latents)
  const isLacking = first !== null && !(await showsMainThing(context, choices, first))
  if (first && !isLacking) return prepare(context, first, choices)
  const others = first ? retrySeed(choices) : choices
  const drawing = drawLatents(context, noiseOf(request, index, retrySeed), others)
  const again: PictureInWork = { ...picture, drawing }
  for (let step = 0; step <= countYields(plan); step++) await advance(again, signal)
  const second = await decode(context, again.latents)
  if (!second) return first && prepare(context, first, choices, true)
  const lacksMainThing = !(await showsMainThing(context, others, second))
  return prepare(context, second, others, lacksMainThing)
}

const showsMainThing = async ({ ends }: SamplingContext, choices: number, picture: Planes) =>
  (await ends.get(choices)?.showsMainThing?.(picture)) ?? true

/** Enlarges what was decoded; the rest is done when its turn comes. */
async function prepare(
  { plan, model, lane, ends }: SamplingContext,
  decoded: Planes,
  choices: number,
  lacksMainThing = false,
): Promise<Drawn> {
  const enlarged = await model.enlarger.enlarge(toPixelRange(decoded), plan.size, lane)
  return {
    finishing: () => finishPicture(enlarged, plan, ends.get(choices)),
    choices,
    lacksMainThing,
  }
}

/** Null if what comes out is no picture. */
async function decode(
  { model, plan, lane }: SamplingContext,
  latents: Vector,
): Promise<Planes | null> {
  const { latent } = plan.stages.at(-1)!
  const decoded = await lane.run(() => model.networks.decode(Float32Array.from(latents), latent))
  return isBroken(decoded, plan.start === null) ? null : decoded
}

/** Side by side, so that they may share network runs. None is in the middle of one when this throws. */
async function advanceAll(pictures: readonly PictureInWork[], signal: AbortSignal): Promise<void> {
  const steps = await Promise.allSettled(pictures.map((picture) => advance(picture, signal)))
  for (const step of steps) if (step.status === 'rejected') throw step.reason
}

async function advance(picture: PictureInWork, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  picture.latents = (await picture.drawing.next()).value
}

/** The noise of a picture, which its seeds alone decide. */
function noiseOf(
  { seed, variation }: ImageRequest,
  index: number,
  derive: (seed: number) => number,
): NoiseStream {
  const own = createNoiseStream(derive(pictureSeed(seed, index)))
  if (!variation || variation.strength === 0) return own
  const other = createNoiseStream(derive(pictureSeed(variation.seed, index)))
  return blendStreams(own, other, variation.strength)
}

function namedOnce(all: readonly DrawnAfter[]): DrawnAfter[] {
  return [...new Map(all.map((one) => [`${one.thing}, ${one.set}`, one])).values()]
}

/** Choices cannot be blended as noise can: those of a variation are the nearer seed's. */
function choiceSeed({ seed, variation }: ImageRequest, index: number): number {
  return pictureSeed(variation && variation.strength >= 0.5 ? variation.seed : seed, index)
}

function pictureFailed(indexes: readonly number[]): EngineError {
  return new EngineError(
    'picture_failed',
    `No image came out, tried twice, at the indexes ${indexes.join(', ')}.`,
    {
      retryable: false,
      userMessage: reason('engines.nothingDrawn'),
    },
  )
}
