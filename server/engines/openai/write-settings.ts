import { plainPrompt } from '../remote/plain-prompt.ts'
import { seedOf } from '../remote/request-sizes.ts'
import type { ImageRequest } from '../spec/index.ts'
import type { Preset } from './presets.ts'

/** All of a call but its images. */
export interface Words {
  prompt: string
  /** Further fields of the call. */
  fields: Record<string, string | number>
}

/** Settings of a drawing besides its prompt. */
type Settings = Pick<ImageRequest, 'seed'> &
  Partial<Pick<ImageRequest, 'steps' | 'guidanceScale' | 'negativePrompt'>> & { strength?: number }

const inTag = (settings: object): string =>
  // Nothing in it may end the tag.
  `<sd_cpp_extra_args>${JSON.stringify(settings).replaceAll('<', '\\u003c')}</sd_cpp_extra_args>`

/** Writes the prompt and the settings of image `index` as a server reads them. */
export function writeSettings(
  { settings: taken, strength: takesStrength }: Pick<Preset, 'settings' | 'strength'>,
  prompt: string,
  { seed, steps, guidanceScale, negativePrompt = '', strength }: Settings,
  index: number,
): Words {
  const words = plainPrompt(prompt)
  const withStrength = takesStrength && strength !== undefined && { strength }
  if (taken === 'sdcpp') {
    const told = {
      seed: seedOf(seed, index),
      ...(negativePrompt !== '' && { negative_prompt: negativePrompt }),
      ...withStrength,
      ...(steps !== undefined && {
        sample_params: { sample_steps: steps, guidance: { txt_cfg: guidanceScale } },
      }),
    }
    return { prompt: `${words} ${inTag(told)}`, fields: {} }
  }
  if (taken === null) return { prompt: words, fields: { ...withStrength } }
  return {
    prompt: words,
    fields: {
      seed: seedOf(seed, index),
      ...(steps !== undefined && { num_inference_steps: steps }),
      ...(guidanceScale !== undefined && { guidance_scale: guidanceScale }),
      ...(negativePrompt !== '' && { negative_prompt: negativePrompt }),
      ...withStrength,
    },
  }
}
