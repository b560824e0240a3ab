import type { ToolKey } from '#contract/tools.ts'
import { useCapabilities } from '../use-capabilities.ts'
import { isLimited } from './limited.ts'
import { hasText, type NamedType, useTexts } from './texts.ts'

/** The words of every tool that are said on more than its own page. */
export function useToolNames() {
  const t = useTexts()
  const can = useCapabilities()
  /** What is promised here. */
  const kept = (of: 'intro' | 'card', tool: ToolKey): string => {
    const limited: string = `${of}.${tool}.limited`
    return isLimited(tool, can) && hasText(limited) ? t(limited) : t(`${of}.${tool}`)
  }
  /** Empty where there is none. */
  const optional = (key: string): string => (hasText(key) ? t(key) : '')
  return {
    /** What it is called: "Background removal". */
    name: (tool: ToolKey): string => t(`name.${tool}`),
    /** What its button and the menu of an image say: "Remove background". */
    action: (tool: ToolKey): string => t(`action.${tool}`),
    /** What it does, in a sentence or two. */
    intro: (tool: ToolKey): string => kept('intro', tool),
    /** The same in a line, for its card. */
    card: (tool: ToolKey): string => kept('card', tool),
    /** What the images on its page before the first job show. */
    sample: (tool: ToolKey): string => optional(`sample.${tool}`),
    /** What the image on its card shows. */
    cardSample: (tool: ToolKey): string => optional(`cardSample.${tool}`),
    /** What jobs of a type are called. */
    job: (type: NamedType): string => t(`job.${type}`),
  }
}
