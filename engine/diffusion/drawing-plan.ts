import type { ImageRequest, ImageSource, LoraSubject } from '#lib/engine-spec/index.ts'
import type { Region } from './enlarger/tiles.ts'
import type { LoadedModel } from './loaded-model.ts'
import type { LatentSize } from './networks.ts'
import { planPictureSize, scaleLatent } from './picture-size.ts'
import type { PictureSize } from './picture-size.ts'
import { conditionOn } from './prompt/conditioning.ts'
import type { Conditioning } from './prompt/conditioning.ts'
import type { DrawnSource, PromptGuide } from './model-companion.ts'
import type { RunLane } from './run-lane.ts'
import { findSampler } from './samplers/index.ts'
import type { SamplerDefinition } from './samplers/index.ts'
import type { Vector } from './samplers/vector.ts'
import type { Frame } from './source/frame.ts'
import { frameOf, middleOf, toFrame } from './source/frame.ts'
import type { Pixels } from './source/read-source.ts'
import { readPicture } from './source/read-source.ts'
import type { Repaint } from './source/repaint.ts'
import { paintedCells, paintedPixels, planRepaint } from './source/repaint.ts'
import { reason, unsupported } from '../reason.ts'

/** Steps at one latent size. */
export interface Stage {
  latent: LatentSize
  /** Steps of the whole schedule; the first `skip` of them are left out. */
  steps: number
  skip: number
  /** How often the sampler yields. */
  count: number
  conditioning: Conditioning
  /** Null for a model that draws without guidance. */
  guide: PromptGuide | null
}

/** What pictures of a request start from. */
export interface StartingPicture {
  pixels: Pixels
  /** The part of it that is drawn over. */
  region: Region
  frame: Frame
  latents: Vector
  /** Null if all of it is drawn over. */
  repaint: Repaint | null
  /** Latent cells that are redrawn: 1, else 0; null for all. */
  painted: Uint8Array | null
  /** As a companion may look at it; null if nothing of it is drawn over. */
  source: DrawnSource | null
}

/** How the pictures of a request are drawn; the same for all of them. */
export interface DrawingPlan {
  sampler: SamplerDefinition
  /** Drawn one after the other, each over the enlarged picture of the one before; none if the source stays as it is. */
  stages: Stage[]
  start: StartingPicture | null
  /** Size of the result: what comes out of the last stage, enlarged and cropped. */
  size: PictureSize
}

/** Stable Diffusion's attention takes gigabytes beyond this many latent cells. */
const MOST_CELLS = 128 ** 2

/**
 * @param model what is in memory of a model
 * @throws EngineError `unsupported` for a sampler that does not exist here, a source that cannot be read or
 *   modes that do not go together
 */
export async function planDrawing(
  model: LoadedModel,
  request: ImageRequest,
  lane: RunLane,
): Promise<DrawingPlan> {
  const sampler = supportedSampler(request)
  const { source, hires } = request
  const outline = source ? await outlineSource(source, request, model) : null
  const size = outline?.size ?? { width: request.width, height: request.height }
  const latent = planPictureSize(model.description, size)
  const stages: Stage[] = []
  const addStage = async (at: LatentSize, steps: number, strength: number | null) => {
    const made = strength === null ? steps : stepsMade(steps, strength)
    if (made === 0) return
    const conditioning = await conditionOn(model, request, made)
    const count = sampler.stepCount(made)
    const subject = subjectOf(request)
    const asked = {
      prompt: request.prompt,
      negativePrompt: negativeOf(request),
      finish: request.finish,
      ...(subject && { subject }),
    }
    const guide = (await model.companion?.guide(asked, made)) ?? null
    stages.push({ latent: at, steps, skip: steps - made, count, conditioning, guide })
  }
  await addStage(latent, request.steps, source?.strength ?? null)
  if (hires && stages.length > 0) {
    const larger = scaleLatent(model.description, latent, hires.scale)
    if (larger.width * larger.height > MOST_CELLS)
      throw unsupported(reason('engines.secondPassTooLarge'))
    await addStage(larger, hires.steps || request.steps, hires.strength)
  }
  return {
    sampler,
    stages,
    start:
      outline &&
      (await startFrom(model, outline, latent, source!, stages.length > 0 ? lane : null)),
    size,
  }
}

/** At guidance 1 it does not count, as nowhere else. */
const negativeOf = ({ guidanceScale, negativePrompt }: ImageRequest): string =>
  guidanceScale === 1 ? '' : negativePrompt

/** The subject of the LoRA that counts most, among those that have one. */
function subjectOf({ loras }: ImageRequest): LoraSubject | undefined {
  const [first] = loras
    .filter(({ subject, weight }) => subject !== undefined && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
  return first?.subject
}

/** How many of the steps are made at a strength: as in diffusers, but at least one above 0. */
function stepsMade(steps: number, strength: number): number {
  return strength === 0 ? 0 : Math.max(1, Math.floor(steps * strength + 1e-9))
}

function supportedSampler({ sampler: name, type, source, hires }: ImageRequest) {
  const sampler = findSampler(name)
  if (!sampler) throw unsupported(reason('engines.noSampler', { name }))
  if ((type === 'ITI') !== (source !== undefined))
    throw unsupported(reason('engines.imageToImageNeedsImage'))
  if (hires && (source?.mask || source?.padding))
    throw unsupported(reason('engines.secondPassWithMask'))
  return sampler
}

interface SourceOutline {
  pixels: Pixels
  region: Region
  repaint: Repaint | null
  size: PictureSize
}

async function outlineSource(
  source: ImageSource,
  asked: PictureSize,
  { description }: LoadedModel,
): Promise<SourceOutline> {
  const pixels = await readPicture(source.image)
  if (!source.mask && !source.padding) {
    const size = { width: asked.width, height: asked.height }
    return { pixels, region: middleOf(pixels, size), repaint: null, size }
  }
  const repaint = await planRepaint(pixels, source, description.nativeSize)
  return { pixels: repaint.canvas, region: repaint.region, repaint, size: repaint.region }
}

/** @param lane null if nothing will be drawn over the source */
async function startFrom(
  { description, networks }: LoadedModel,
  outline: SourceOutline,
  latent: LatentSize,
  { strength, mask }: ImageSource,
  lane: RunLane | null,
): Promise<StartingPicture> {
  const { pixels, region, repaint, size } = outline
  const frame = frameOf(latent, description.downscale, size)
  const picture = lane && (await toFrame(pixels, region, frame))
  const encoded = picture ? await lane.run(() => networks.encode(picture)) : []
  const latents = Float64Array.from(encoded)
  const painted = repaint && paintedCells(repaint, frame, latent)
  const repainted = repaint && paintedPixels(repaint, frame)
  const isAdded = repaint !== null && !mask
  const source = picture && { picture, repainted, isAdded, strength }
  return { pixels, region, frame, latents, repaint, painted, source }
}
