import type { MetaFunction } from 'react-router'
import type { Capabilities } from '#contract/capabilities.ts'
import {
  keptTexts,
  languageIn,
  type PageMatch,
  pageMeta,
  type PageTexts,
} from '#web/lib/page-meta.ts'
import { inLanguage } from '#web/lib/texts.ts'

/** A browser has the texts of its page's language alone. */
const textsIn = (matches: readonly (PageMatch | undefined)[], texts: PageTexts): PageTexts =>
  import.meta.env.SSR ? inLanguage(texts, languageIn(matches)) : texts

/**
 * A page's tags in its language, for a route's `meta`. Where a page has no description of its own, the brand's is said.
 * @param texts the page's own file of messages, the English one
 * @param options.isKept whether the site can do what the description promises; where not, `limited` is said
 */
export function metaOf(
  matches: readonly (PageMatch | undefined)[],
  texts: PageTexts,
  {
    isKept,
    ...options
  }: { noindex?: boolean; image?: string; isKept?(can: Capabilities): boolean } = {},
) {
  return pageMeta(matches, { ...keptTexts(matches, textsIn(matches, texts), isKept), ...options })
}

/** The `meta` of a page whose tags are its texts. */
export const metaOfPage =
  (texts: PageTexts, options: { noindex?: boolean } = {}): MetaFunction =>
  ({ matches }) =>
    metaOf(matches, texts, options)

/** A page's title in its language, for a route's `meta`. */
export const titleOf = (matches: readonly (PageMatch | undefined)[], texts: PageTexts): string =>
  textsIn(matches, texts).title
