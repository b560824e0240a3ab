import type { ToolKey } from '#contract/tools.ts'
import type { Language } from '#web/lib/language.ts'
import { hasText, type Page, textsIn } from './page-texts.ts'
import { camelOf } from './paths.ts'

/*
 * In built code for browsers both functions give back what they are given (scripts/vite/page-texts.ts): a page's texts stand
 * where it is named, so that no page brings the titles of all.
 */

/** The title of a page and what search engines say of it; not every page has the latter. */
export function textsOfPage(
  page: Page,
  language: Language,
): { title: string; description?: string } {
  const t = textsIn(language)
  const description = `description.${page}`
  return {
    title: t(`title.${page}`),
    ...(hasText(description) && { description: t(description) }),
  }
}

/** The page of a tool, by the name of its title: `background_removal` -> `backgroundRemoval`. */
export const pageOfTool = (tool: ToolKey) => camelOf(tool)
