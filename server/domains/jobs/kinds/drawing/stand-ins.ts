import type { EngineRegistry, FoundImageModel } from '#server/engines/spec/index.ts'
import { parseLoraTags } from '#contract/lora-tags.ts'
import { controlFeature } from '#contract/values/jobs/drawing.ts'
import { asksFor, canFinish, FEATURE_FIELDS } from './check-request.ts'
import { ignoredOf } from './ignored-settings.ts'
import { keepsPixels } from './output-size.ts'
import type { DrawingParameters } from './parameters.ts'

/**
 * Engines that can draw the very same: the same model with everything that was asked of it, and nothing of that ignored. A model whose weights are
 * known to differ is another one, whatever it is called.
 * @param modelHash SHA-256 of the weights that the job was promised; empty or null where they are not known
 * @returns names, the preferred engine first
 */
export async function findStandIns(
  engines: EngineRegistry,
  parameters: DrawingParameters,
  modelHash: string | null,
): Promise<string[]> {
  const found = await engines.imageModels()
  const same = found.filter(
    ({ model }) =>
      model.id === parameters.model &&
      (!modelHash || model.hash === '' || model.hash === modelHash) &&
      canDraw(model, parameters),
  )
  return same.map(({ engine }) => engine.name)
}

function canDraw(model: FoundImageModel['model'], parameters: DrawingParameters): boolean {
  const { width, height, sampler, steps, num_images: count, negative_prompt: negative } = parameters
  // Of a part of an image every engine has some strength: it is filled in where nobody asked for one.
  const needed = FEATURE_FIELDS.filter(
    ([field]) =>
      parameters[field] !== undefined &&
      asksFor(field, parameters) &&
      !(field === 'strength' && keepsPixels(parameters)),
  ).map(([, feature]) => feature)
  const { controls = [] } = parameters
  const loras = [
    ...parameters.loras.map((lora) => lora.model),
    ...parseLoraTags(parameters.prompt).map(({ name }) => name),
  ]
  return (
    [width, height].every((edge) => edge >= model.sizes.min && edge <= model.sizes.max) &&
    model.samplers.includes(sampler) &&
    steps <= model.maxSteps &&
    count <= model.maxImages &&
    (negative.trim() === '' || model.features.includes('negative_prompt')) &&
    canFinish(model, parameters.finish) &&
    needed.every((feature) => model.features.includes(feature)) &&
    controls.every(({ kind }) => model.features.includes(controlFeature(kind))) &&
    ignoredOf(model, parameters).length === 0 &&
    loras.every((name) => model.loras.some(({ id, problem }) => id === name && problem === null))
  )
}
