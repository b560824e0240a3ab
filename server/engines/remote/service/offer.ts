import type {
  ImageFeature,
  ImageModel,
  ToolModel,
  VideoModel,
  WordsModel,
} from '../../spec/index.ts'
import { ADDED_VIDEO } from '#contract/jobs/video.ts'
import { secondCost, USUAL_SECONDS, usualCost } from '#contract/service-model-price.ts'
import { startsFromImage } from '#contract/service-model-ways.ts'
import { COMMON_SAMPLERS } from '#contract/samplers.ts'
import type {
  AvatarModel,
  DrawingModel,
  MaskModel,
  ServiceTool,
  VideoModelEntry,
  WritingModel,
} from '#contract/service-model-entry.ts'
import { type Catalogue, costOf } from './catalogue.ts'

/** Every picture is a request of its own, so that this is only what a request of ours can ask for. */
const MOST_IMAGES = 4

/** What a catalogue draws with, in its order. The weights are the service's, so no model has a hash. */
export function offeredModels(catalogue: Catalogue): ImageModel[] {
  return Object.entries(catalogue).flatMap(([id, entry]) =>
    entry.does === 'draw' || entry.does === 'inpaint' ? [presentModel(id, entry)] : [],
  )
}

const REPAINTS = ['inpaint', 'outpaint'] as const

/** A model as those who order see it. */
export function presentModel(id: string, model: DrawingModel | MaskModel): ImageModel {
  const asks = new Set(JSON.stringify(model.input).match(/\$\w+/g) ?? [])
  const negative = asks.has('$negative') ? (['negative_prompt'] as const) : []
  const features: ImageFeature[] =
    model.does === 'inpaint'
      ? [...negative, ...REPAINTS]
      : [
          ...negative,
          ...(model.fromImage ? (['image_to_image'] as const) : []),
          ...(model.withMask ? REPAINTS : []),
          ...(model.withLoras ? (['loras'] as const) : []),
          ...(model.withLoras && model.drawsPeople ? (['photo_person'] as const) : []),
        ]
  return {
    id,
    name: model.name,
    description: model.description,
    hash: '',
    nativeSize: model.nativeSize,
    maxTokens: model.maxTokens,
    licence: model.licence,
    sizes: model.sizes,
    samplers: COMMON_SAMPLERS.filter(
      (name) => !model.samplers || model.samplers[name] !== undefined,
    ),
    features,
    loras: [],
    maxImages: MOST_IMAGES,
    maxSteps: model.maxSteps,
    priceClass: 'standard',
    credits: model.credits,
    costMicros: usualCost(model.cost),
    ...(model.does === 'inpaint' && { needsMask: true }),
    ignores: [
      'prompt_timing',
      'prompt_weights',
      ...(model.samplers ? [] : (['sampler'] as const)),
      ...(asks.has('$steps') ? [] : (['steps'] as const)),
      ...(asks.has('$guidance') ? [] : (['guidance_scale'] as const)),
    ],
  }
}

const SHAPES = ['16:9', '9:16', '1:1'] as const
/** Multiple that encoders need the sides of a video to be. */
const EVEN = 2

/** A size of a shorter side, in the proportions of `16:9` or `1280x720`. */
function sizeOf(aspect: string, edge: number): { width: number; height: number } {
  const [across = 1, down = 1] = aspect.split(/[:x]/).map(Number)
  const long = EVEN * Math.round((edge * Math.max(across / down, down / across)) / EVEN)
  return across >= down ? { width: long, height: edge } : { width: edge, height: long }
}

/** Models of a catalogue that make videos, in its order. */
export const offeredVideos = (catalogue: Catalogue): VideoModel[] =>
  Object.entries(catalogue).flatMap(([id, entry]) =>
    entry.does === 'video' ? [presentVideo(id, entry)] : [],
  )

/** A model that makes videos as those who order see it. */
export function presentVideo(id: string, entry: VideoModelEntry): VideoModel {
  const { name, durations, edge, aspects = SHAPES, cost, credits, fromImage } = entry
  return {
    provider: `${ADDED_VIDEO}:${id}`,
    name,
    hash: null,
    durations,
    sizes: aspects.map((aspect) => sizeOf(aspect, edge)),
    motions: ['none'],
    prompt: 'needed',
    image: startsFromImage(entry) ? 'needed' : fromImage ? 'optional' : 'none',
    maxPrompts: 0,
    endFrame: null,
    extend: null,
    costMicros: secondCost(cost, durations[0]!),
    credits,
  }
}

export const isWriting = (entry: Catalogue[string]): entry is WritingModel =>
  entry.does === 'improve_prompt' || entry.does === 'describe_image'

/** Whether it does the work of a tool. */
const isTool = (entry: Catalogue[string]): entry is ServiceTool | AvatarModel =>
  !['draw', 'inpaint', 'video'].includes(entry.does) && !isWriting(entry)

/** The first model of each task in words. */
export function offeredWords(catalogue: Catalogue): WordsModel[] {
  const known = new Set<string>()
  return Object.entries(catalogue).flatMap(([id, entry]): WordsModel[] => {
    if (!isWriting(entry) || known.has(entry.does)) return []
    known.add(entry.does)
    const { does: task, name, licence } = entry
    const costMicros = costOf(entry.cost, { width: 0, height: 0, seconds: USUAL_SECONDS })
    return [{ task, id, name, licence, costMicros }]
  })
}

/** The first model of each tool, and every one that edits; without hashes, as above. */
export function offeredTools(catalogue: Catalogue): ToolModel[] {
  const known = new Set<string>()
  return Object.entries(catalogue).flatMap(([id, entry]): ToolModel[] => {
    if (!isTool(entry)) return []
    if (entry.does !== 'edit_image' && known.has(entry.does)) return []
    known.add(entry.does)
    const { does: tool, name, licence, maxEdge, maxPixels } = entry
    const costMicros = usualCost(entry.cost)
    const model = { tool, id, name, hash: '', licence, maxEdge, maxPixels, costMicros }
    return [{ ...model, ...offerOf(entry) }]
  })
}

/** What distinguishes a tool of a service from the same of other engines: its price, or that it takes nothing but images. */
function offerOf(entry: ServiceTool | AvatarModel): Partial<ToolModel> {
  switch (entry.does) {
    case 'edit_image':
      return { credits: entry.credits, maxInputs: entry.maxInputs }
    case 'draw_avatars':
      return { credits: entry.credits, plain: true }
    default:
      return { plain: true }
  }
}
