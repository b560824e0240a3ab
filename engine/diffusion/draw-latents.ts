import sharp from 'sharp'
import type { DrawnAfter, ImageRequest } from '#lib/engine-spec/index.ts'
import type { DrawingPlan, Stage, StartingPicture } from './drawing-plan.ts'
import { toPixelRange, toRgb } from './finish-picture.ts'
import type { LoadedModel } from './loaded-model.ts'
import type { PictureEnd, PictureGuidance, StepGuide } from './model-companion.ts'
import type { LatentSize } from './networks.ts'
import type { NoiseStream } from './noise.ts'
import { pictureDenoiser } from './picture-denoiser.ts'
import type { RunLane } from './run-lane.ts'
import type { Denoise } from './samplers/sampler.ts'
import type { Vector } from './samplers/vector.ts'
import type { AskDenoiser } from './shared-runs.ts'
import { toFrame } from './source/frame.ts'

/** What drawing a picture needs that is the same for all pictures of a request. */
export interface SamplingContext {
  model: LoadedModel
  request: ImageRequest
  plan: DrawingPlan
  lane: RunLane
  ask: AskDenoiser
  /** What pictures are drawn after, by the seed of their choices. */
  drawnAfter: Map<number, DrawnAfter[]>
  /** What becomes of pictures in the end, by the same seed. */
  ends: Map<number, PictureEnd>
}

/**
 * Draws one picture: yields the expected picture after each step and returns the finished latents.
 *
 * @param seed of the choices that are no noise
 */
export async function* drawLatents(
  context: SamplingContext,
  noise: NoiseStream,
  seed: number,
): AsyncGenerator<Vector, Vector, void> {
  const { stages, start } = context.plan
  let latents: Vector | null = null
  for (const [i, stage] of stages.entries()) {
    const before = stages[i - 1]
    const from: Vector | undefined = before
      ? await enlargeLatents(context, latents!, before.latent, stage.latent)
      : start?.latents
    latents = yield* drawStage(context, stage, from, noise, seed)
  }
  return latents!
}

async function* drawStage(
  context: SamplingContext,
  stage: Stage,
  from: Vector | undefined,
  stream: NoiseStream,
  seed: number,
): AsyncGenerator<Vector, Vector, void> {
  const { model, plan } = context
  const { latent, steps, skip, count } = stage
  const noise = (): Vector =>
    stream(model.description.latentChannels * latent.width * latent.height)
  let yields = 0
  // A sampler's yields need not be as many as its steps.
  const step = (): number => 1 + Math.floor((yields * (steps - skip)) / count)
  const denoise = stageDenoiser(context, stage, seed, step)
  const sampling = plan.sampler.sample({
    schedule: model.schedule,
    steps,
    start: noise(),
    from: from && { latents: from, skip },
    noise,
    denoise: plan.start?.painted ? onlyPainted(denoise, plan.start) : denoise,
  })
  for (;;) {
    const { done, value } = await sampling.next()
    if (done) return value
    yields++
    yield value.denoised
  }
}

/** D(x, sigma) in the step that is being made, guided as the model's companion guides that step. */
function stageDenoiser(
  { model, request, plan, lane, ask, drawnAfter, ends }: SamplingContext,
  stage: Stage,
  seed: number,
  step: () => number,
): Denoise {
  const { latent: size, conditioning, guide } = stage
  const denoiserWith = (guidance: PictureGuidance | null): Denoise => {
    const denoise = pictureDenoiser(
      { schedule: model.schedule, ask },
      () => conditioning.at(step()),
      size,
      { ...request, guidanceScale: scaleOf(request, guidance) },
      guidance?.neighbours,
    )
    return guidance?.lead(denoise) ?? denoise
  }
  // Whoever draws over what was drawn over a source has seen enough.
  if (!guide || (plan.start && stage !== plan.stages[0])) return denoiserWith(null)
  const source = plan.start?.source ?? null
  const known = new Map<StepGuide, Promise<Denoise>>()
  const denoiserFor = async (stepGuide: StepGuide): Promise<Denoise> => {
    const guidance = await stepGuide.guidePicture({ seed, size, lane, source })
    const before = drawnAfter.get(seed) ?? []
    drawnAfter.set(seed, [...before, ...(guidance?.drawnAfter ?? [])])
    if (guidance) ends.set(seed, { ...ends.get(seed), ...endOf(guidance) })
    return denoiserWith(guidance)
  }
  return async (x, sigma, timestep) => {
    const stepGuide = guide.at(step())
    const denoiser = known.get(stepGuide) ?? denoiserFor(stepGuide)
    known.set(stepGuide, denoiser)
    return (await denoiser)(x, sigma, timestep)
  }
}

function endOf({ finish, cutOut, showsMainThing }: PictureGuidance): PictureEnd {
  return {
    ...(finish && { finish }),
    ...(cutOut && { cutOut }),
    ...(showsMainThing && { showsMainThing }),
  }
}

/** Guidance is all that a negative prompt acts by: with one it is not tempered. */
function scaleOf(
  { guidanceScale, negativePrompt }: ImageRequest,
  guidance: PictureGuidance | null,
): number {
  return guidance && negativePrompt.trim() === '' ? guidance.temper(guidanceScale) : guidanceScale
}

/**
 * Puts the source in the place of what is expected where nothing is to be painted. So each step leads there from the
 * source under noise to the source, whatever the sampler, as in A1111 (modules/sd_samplers_cfg_denoiser.py).
 */
function onlyPainted(denoise: Denoise, { latents, painted }: StartingPicture): Denoise {
  const cells = painted!
  return async (x, sigma, timestep) => {
    const expected = await denoise(x, sigma, timestep)
    return expected.map((value, i) => (cells[i % cells.length] === 1 ? value : latents[i]!))
  }
}

/** The latents of the enlarged picture of some. */
async function enlargeLatents(
  { model, lane }: SamplingContext,
  latents: Vector,
  before: LatentSize,
  after: LatentSize,
): Promise<Vector> {
  const { networks, enlarger, description } = model
  const edge = description.downscale
  const [width, height] = [after.width * edge, after.height * edge]
  const decoded = await lane.run(() => networks.decode(Float32Array.from(latents), before))
  const enlarged = await enlarger.enlarge(toPixelRange(decoded), { width, height }, lane)
  const data = await sharp(toRgb(enlarged), {
    raw: { width: enlarged.width, height: enlarged.height, channels: 3 },
  })
    .resize(width, height, { fit: 'cover', kernel: 'lanczos3' })
    .ensureAlpha()
    .raw()
    .toBuffer()
  const whole = { left: 0, top: 0, width, height }
  const picture = await toFrame({ data, width, height }, whole, { width, height, shown: whole })
  return Float64Array.from(await lane.run(() => networks.encode(picture)))
}
