import type { Language } from '#web/lib/language.ts'
import { hasText, type Page, textsIn } from './page-texts.ts'

/*
 * In built code for browsers this gives back what it is given (scripts/vite/page-texts.ts), as `textsOfTool` does: a page's texts
 * stand where it is named, so that no page brings the titles of all.
 */

export interface PageTexts {
  title: string
  description?: string
  /** Of a site that does not keep what `description` promises. */
  limited?: string
}

/** The title of a page and what search engines say of it; not every page has the latter. */
export function textsOfPage(page: Page, language: Language): PageTexts {
  const t = textsIn(language)
  const description = `description.${page}`
  const limited = `description.${page}.limited`
  return {
    title: t(`title.${page}`),
    ...(hasText(description) && { description: t(description) }),
    ...(hasText(limited) && { limited: t(limited) }),
  }
}
