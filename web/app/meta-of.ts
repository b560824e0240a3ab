import { DEFAULT_LANGUAGE } from '#web/lib/language.ts'
import { type PageMatch, pageMeta } from '#web/lib/page-meta.ts'
import type { RootData } from '#web/lib/site.ts'
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
  const root = matches.find((match) => match?.id === 'root')?.loaderData as RootData | undefined
  const texts = textsOfPage(page, root?.language ?? DEFAULT_LANGUAGE)
  return pageMeta(matches, { ...texts, ...options })
}
