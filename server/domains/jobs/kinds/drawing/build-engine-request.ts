import { parseLoraTags, stripLoraTags } from '#contract/lora-tags.ts'
import { STYLES } from '#contract/styles.ts'
import type { ImageControl, ImageRequest, ImageSource } from '#server/engines/spec/index.ts'
import type { InputFiles, Order } from '../../kind.ts'
import { controlField } from './control-input.ts'
import type { DrawingParameters } from './parameters.ts'

const DEFAULT_WEIGHT = 1

/** The order that an engine gets for the pictures of a job that are still missing. */
export function buildEngineRequest({
  parameters,
  seed,
  indexes,
  files,
}: Order<DrawingParameters>): ImageRequest {
  if (seed === null) throw new Error('A drawing has a seed')
  const style = STYLES.find(({ id }) => id === parameters.style)
  const words = stripLoraTags(parameters.prompt)
  const source = buildSource(parameters, files)
  const { finish, hires, variation_seed, variation_strength, guidance_rescale } = parameters
  return {
    type: parameters.type,
    model: parameters.model,
    prompt: style ? `${words}, ${style.words}` : words,
    negativePrompt: parameters.negative_prompt,
    width: parameters.width,
    height: parameters.height,
    indexes,
    seed,
    steps: parameters.steps,
    guidanceScale: parameters.guidance_scale,
    sampler: parameters.sampler,
    loras: [
      ...parameters.loras,
      ...parseLoraTags(parameters.prompt).map(({ name, weight }) => ({
        model: name,
        weight: weight ?? DEFAULT_WEIGHT,
      })),
    ],
    ...(source && { source }),
    ...(finish && { finish }),
    ...(hires && { hires }),
    ...(variation_seed !== undefined &&
      variation_strength !== undefined && {
        variation: { seed: variation_seed, strength: variation_strength },
      }),
    ...(guidance_rescale !== undefined && { guidanceRescale: guidance_rescale }),
    ...buildControls(parameters, files),
  }
}

function buildControls(
  { controls = [] }: DrawingParameters,
  files: InputFiles,
): { controls?: ImageControl[] } {
  const found = controls.flatMap((control, place) => {
    const image = files[controlField(place)]
    return image ? [{ ...control, image }] : []
  })
  return found.length > 0 ? { controls: found } : {}
}

/** Image that a job starts from; undefined: it starts from words alone. */
export function buildSource(
  parameters: DrawingParameters,
  { image, mask }: InputFiles,
): ImageSource | undefined {
  if (!image) return undefined
  const { strength = 0, mask_feather: feather = 0, outpaint } = parameters
  return {
    image,
    strength,
    ...(mask && { mask: { image: mask, feather } }),
    ...(outpaint && { padding: outpaint }),
  }
}
