import type { ToolKey } from '#contract/tools.ts'
import type { Language } from '../language.ts'
import { hasText, textsIn } from './texts.ts'

/**
 * The title of a tool's page and what search engines say of it: its name and what it does.
 * @param isLimited whether the site does less than `intro.<tool>` promises: then `intro.<tool>.limited` is said, where there is one
 */
export function textsOfTool(
  tool: ToolKey,
  language: Language,
  isLimited = false,
): { title: string; description: string } {
  const t = textsIn(language)
  const limited: string = `intro.${tool}.limited`
  const intro = isLimited && hasText(limited) ? limited : (`intro.${tool}` as const)
  return { title: t(`name.${tool}`), description: t(intro) }
}
