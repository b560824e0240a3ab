import type { ToolKey } from '#contract/tools.ts'
import type { Language } from '../language.ts'
import { hasText, textsIn } from './texts.ts'

/**
 * The title of a tool's page and what search engines say of it: its name and what it does. In built code for browsers this
 * gives back what it is given (scripts/vite/page-texts.ts).
 */
export function textsOfTool(
  tool: ToolKey,
  language: Language,
): { title: string; description: string; limited?: string } {
  const t = textsIn(language)
  const limited = `intro.${tool}.limited`
  return {
    title: t(`name.${tool}`),
    description: t(`intro.${tool}`),
    ...(hasText(limited) && { limited: t(limited) }),
  }
}
