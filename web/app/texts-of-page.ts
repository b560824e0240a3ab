import type { Language } from '#web/lib/language.ts'
import { hasText, type Page, textsIn } from './page-texts.ts'

/*
 * In built code for browsers this gives back what it is given (scripts/vite/page-texts.ts), as `textsOfTool` does: a page's texts
 * stand where it is named, so that no page brings the titles of all.
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
