import { formatLoraTag } from '#contract/lora-tags.ts'
import type { DrawnAfter } from '#server/engines/spec/index.ts'
import { formatDrawnAfter } from '../../format-drawn-after.ts'
import { quoteValue } from '../../quote-value.ts'
import type { DrawingParameters } from './parameters.ts'

const SHORT_HASH = 10
const LORA_HASH = 12

/**
 * The settings of one picture as A1111 writes them into its files: prompt, negative prompt, and a line
 * `Steps: 20, Sampler: Euler a, ...`.
 * @param parameters of this one picture, with its own seeds
 */
export function formatParametersText(
  parameters: DrawingParameters,
  modelHash: string,
  drawnAfter: readonly DrawnAfter[] = [],
): string {
  const { hires, outpaint, controls = [] } = parameters
  const settings: [string, string | number | null | undefined][] = [
    ['Steps', parameters.steps],
    ['Sampler', parameters.sampler],
    ['CFG scale', parameters.guidance_scale],
    ['Seed', parameters.seed],
    ['Size', `${parameters.width}x${parameters.height}`],
    ['Model hash', modelHash.slice(0, SHORT_HASH)],
    ['Model', parameters.model],
    ['Variation seed', parameters.variation_seed],
    ['Variation seed strength', parameters.variation_strength],
    // A1111 has one name for both, and hires only without a picture to start from.
    ['Denoising strength', parameters.strength ?? hires?.strength],
    ['Mask blur', parameters.mask_feather],
    ['Outpaint', outpaint && Object.entries(outpaint).flat().join(' ')],
    ['Hires upscale', hires?.scale],
    ['Hires steps', hires?.steps],
    ['Hires denoising strength', parameters.strength === undefined ? undefined : hires?.strength],
    ['CFG Rescale', parameters.guidance_rescale],
    ...controls.map((control, place): [string, string] => [
      `ControlNet ${place}`,
      formatControl(control),
    ]),
    ['Style', parameters.style],
    ['Finish', parameters.finish],
    ['Lora hashes', loraHashes(parameters)],
    ['Drawn after', formatDrawnAfter(drawnAfter)],
    ['Version', 'Atelier'],
  ]
  const line = settings
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${name}: ${quoteValue(String(value))}`)
    .join(', ')
  const negative =
    parameters.negative_prompt === '' ? [] : [`Negative prompt: ${parameters.negative_prompt}`]
  const loras = parameters.loras.map(({ model, weight }) => formatLoraTag(model, weight))
  return [[parameters.prompt, ...loras].join(' '), ...negative, line].join('\n')
}

/** As the ControlNet extension of A1111 writes it. */
const formatControl = ({
  kind,
  strength,
  start,
  end,
}: NonNullable<DrawingParameters['controls']>[number]) =>
  `Module: ${kind}, Weight: ${strength}, Guidance Start: ${start}, Guidance End: ${end}`

/** As A1111 writes them, where there are any. */
function loraHashes({ lora_hashes: hashes = {} }: DrawingParameters): string | undefined {
  const entries = Object.entries(hashes).map(
    ([name, hash]) => `${name}: ${hash.slice(0, LORA_HASH)}`,
  )
  return entries.length > 0 ? entries.toSorted().join(', ') : undefined
}
