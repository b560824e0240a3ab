import type { ImageFeature, ImageModel, ToolModel, WordsModel } from '../../spec/index.ts'
import { USUAL_SECONDS, usualCost } from '#contract/service-model-price.ts'
import { COMMON_SAMPLERS } from '#contract/samplers.ts'
import type { DrawingModel, WritingModel } from '#contract/service-model-entry.ts'
import { type Catalogue, costOf } from './catalogue.ts'

/** Every picture is a request of its own, so that this is only what a request of ours can ask for. */
const MOST_IMAGES = 4

/** What a catalogue draws with, in its order. The weights are the service's, so no model has a hash. */
export function offeredModels(catalogue: Catalogue): ImageModel[] {
  return Object.entries(catalogue).flatMap(([id, entry]) =>
    entry.does === 'draw' ? [presentModel(id, entry)] : [],
  )
}

/** A model as those who order see it. */
export function presentModel(id: string, model: DrawingModel): ImageModel {
  const asks = new Set(JSON.stringify(model.input).match(/\$\w+/g) ?? [])
  const features: ImageFeature[] = [
    ...(asks.has('$negative') ? (['negative_prompt'] as const) : []),
    ...(model.fromImage ? (['image_to_image'] as const) : []),
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
    ignores: [
      'prompt_timing',
      'prompt_weights',
      ...(model.samplers ? [] : (['sampler'] as const)),
      ...(asks.has('$steps') ? [] : (['steps'] as const)),
      ...(asks.has('$guidance') ? [] : (['guidance_scale'] as const)),
    ],
  }
}

export const isWriting = (entry: Catalogue[string]): entry is WritingModel =>
  entry.does === 'improve_prompt' || entry.does === 'describe_image'

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
    if (entry.does === 'draw' || isWriting(entry)) return []
    if (entry.does !== 'edit_image' && known.has(entry.does)) return []
    known.add(entry.does)
    const { does, name, licence, maxEdge, maxPixels, maxInputs, credits } = entry
    return [
      {
        tool: does,
        id,
        name,
        hash: '',
        licence,
        maxEdge,
        maxPixels,
        ...(does === 'edit_image' ? { credits, maxInputs } : { plain: true }),
      },
    ]
  })
}
