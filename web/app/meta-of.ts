import { languageIn, type PageMatch, pageMeta } from '#web/lib/page-meta.ts'
import type { Page } from './page-texts.ts'
import { textsOfPage } from './texts-of-page.ts'

/**
 * A page's tags in its language, for a route's `meta`: the messages `title.<page>` and `description.<page>`, which is the
 * brand's where there is none.
 */
export function metaOf(
  matches: readonly (PageMatch | undefined)[],
  page: Page,
  options: { noindex?: boolean; image?: string } = {},
) {
  const texts = textsOfPage(page, languageIn(matches))
  return pageMeta(matches, { ...texts, ...options })
}

/** A page's title in its language, for a route's `meta`. */
export const titleOf = (matches: readonly (PageMatch | undefined)[], page: Page): string =>
  textsOfPage(page, languageIn(matches)).title
