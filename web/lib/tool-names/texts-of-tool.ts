import type { Capabilities } from '#contract/capabilities.ts'
import type { ToolKey } from '#contract/tools.ts'
import type { Language } from '../language.ts'
import { isLimited } from './limited.ts'
import { hasText, textsIn } from './texts.ts'

type Say = ReturnType<typeof textsIn>

/** What a tool promises on this site. @param can undefined: whatever the site can do */
export function promiseOf(
  t: Say,
  of: 'intro' | 'card',
  tool: ToolKey,
  can: Capabilities | undefined,
): string {
  const limited: string = `${of}.${tool}.limited`
  return can && isLimited(tool, can) && hasText(limited) ? t(limited) : t(`${of}.${tool}`)
}

/** The title of a tool's page and what search engines say of it: its name and what it does. */
export function textsOfTool(
  tool: ToolKey,
  language: Language,
  can?: Capabilities,
): { title: string; description: string } {
  const t = textsIn(language)
  return { title: t(`name.${tool}`), description: promiseOf(t, 'intro', tool, can) }
}
