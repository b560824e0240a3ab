import type { UnsaidQuote } from '#contract/quotes.ts'
import { parsePrompt, type PromptNode } from '#contract/prompt-syntax.ts'
import type { IgnoredSetting, ImageAbilities } from '#server/engines/spec/index.ts'
import { t, type Text } from '#server/texts/index.ts'
import { defaultsOf } from '../../models/model-defaults.ts'
import type { DrawingParameters } from './parameters.ts'

const WARNINGS: Record<IgnoredSetting, Text> = {
  prompt_timing: t('jobs.ignoresTiming'),
  prompt_breaks: t('jobs.ignoresBreaks'),
  prompt_weights: t('jobs.ignoresWeights'),
  steps: t('jobs.setsSteps'),
  guidance_scale: t('jobs.setsGuidance'),
  sampler: t('jobs.choosesSampler'),
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
): UnsaidQuote['warnings'] =>
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
