import type { Capabilities } from '#contract/capabilities.ts'
import { keptTexts, languageIn, type PageMatch, pageMeta } from '#web/lib/page-meta.ts'
import type { Page } from './page-texts.ts'
import { textsOfPage } from './texts-of-page.ts'

/**
 * A page's tags in its language, for a route's `meta`: the messages `title.<page>` and `description.<page>`, which is the
 * brand's where there is none.
 * @param options.isKept whether the site can do what the description promises; where not, `description.<page>.limited` is said
 */
export function metaOf(
  matches: readonly (PageMatch | undefined)[],
  page: Page,
  {
    isKept,
    ...options
  }: { noindex?: boolean; image?: string; isKept?(can: Capabilities): boolean } = {},
) {
  const texts = textsOfPage(page, languageIn(matches))
  return pageMeta(matches, { ...keptTexts(matches, texts, isKept), ...options })
}

/** A page's title in its language, for a route's `meta`. */
export const titleOf = (matches: readonly (PageMatch | undefined)[], page: Page): string =>
  textsOfPage(page, languageIn(matches)).title
