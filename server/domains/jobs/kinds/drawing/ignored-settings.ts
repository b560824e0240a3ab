import type { Quote } from '#contract/quotes.ts'
import { parsePrompt, type PromptNode } from '#contract/prompt-syntax.ts'
import type { IgnoredSetting, ImageAbilities } from '#server/engines/spec/index.ts'
import { defaultsOf } from '../../models/model-defaults.ts'
import type { DrawingParameters } from './parameters.ts'

const WARNINGS: Record<IgnoredSetting, string> = {
  prompt_timing:
    'This model does not change a prompt between steps: only the first part of [a:b:0.5] and [a|b] counts.',
  prompt_breaks: 'This model does not split a prompt at BREAK.',
  prompt_weights: 'This model ignores weights: (word:1.3) counts like any other word.',
  steps: 'This model sets the number of steps itself.',
  guidance_scale: 'This model sets the guidance itself.',
  sampler: 'This model chooses the sampler itself.',
}

type Asked = Pick<
  DrawingParameters,
  'prompt' | 'negative_prompt' | 'steps' | 'guidance_scale' | 'sampler'
>

/** What of a request a model would not follow. */
export function ignoredOf(
  { ignores = [], defaults }: Pick<ImageAbilities, 'ignores' | 'defaults'>,
  asked: Asked,
): IgnoredSetting[] {
  if (ignores.length === 0) return []
  const usual = defaultsOf({ defaults })
  const kinds = new Set(
    [asked.prompt, asked.negative_prompt].flatMap((text) => kindsOf(parsePrompt(text))),
  )
  const isAsked: Record<IgnoredSetting, boolean> = {
    prompt_timing: kinds.has('edit') || kinds.has('alternate'),
    prompt_breaks: kinds.has('break'),
    prompt_weights: kinds.has('weight'),
    steps: asked.steps !== usual.steps,
    guidance_scale: asked.guidance_scale !== usual.guidance_scale,
    sampler: asked.sampler !== usual.sampler,
  }
  return ignores.filter((setting) => isAsked[setting])
}

/** The same, as a quote says it. */
export const warnOfIgnored = (
  model: Pick<ImageAbilities, 'ignores' | 'defaults'>,
  asked: Asked,
): Quote['warnings'] =>
  ignoredOf(model, asked).map((setting) => ({
    code: `${setting}_ignored`,
    message: WARNINGS[setting],
  }))

function kindsOf(nodes: readonly PromptNode[]): PromptNode['type'][] {
  return nodes.flatMap((node) => {
    switch (node.type) {
      case 'weight':
        return [node.type, ...kindsOf(node.nodes)]
      case 'edit':
        return [node.type, ...kindsOf([...node.before, ...node.after])]
      case 'alternate':
        return [node.type, ...kindsOf(node.options.flat())]
      default:
        return [node.type]
    }
  })
}
