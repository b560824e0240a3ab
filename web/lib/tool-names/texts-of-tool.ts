import type { ToolKey } from '#contract/tools.ts'
import type { Language } from '../language.ts'
import { textsIn } from './texts.ts'

/**
 * The title of a tool's page and what search engines say of it: its name and what it does.
 * @param isLimited whether the site does less than `intro.<tool>` promises, of a tool that has `intro.<tool>.limited`
 */
export function textsOfTool(
  tool: ToolKey,
  language: Language,
  isLimited = false,
): { title: string; description: string } {
  const t = textsIn(language) as (key: string) => string
  return { title: t(`name.${tool}`), description: t(`intro.${tool}${isLimited ? '.limited' : ''}`) }
}
