import english from '#web/messages/en/pages.json'
import { DEFAULT_LANGUAGE } from '#web/lib/language.ts'
import { type PageMatch, pageMeta } from '#web/lib/page-meta.ts'
import type { RootData } from '#web/lib/site.ts'
import { textsOf } from '#web/lib/texts.ts'

const { textsIn, useTexts } = textsOf('pages', english)
export { textsIn, useTexts }

type Key = keyof typeof english
type Page = Key extends infer K ? (K extends `title.${infer Name}` ? Name : never) : never

/** Whether there is such a text; not every page has a description. */
export const hasText = (key: string): key is Key => key in english

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
  const t = textsIn(root?.language ?? DEFAULT_LANGUAGE)
  const description = `description.${page}`
  return pageMeta(matches, {
    title: t(`title.${page}`),
    ...(hasText(description) && { description: t(description) }),
    ...options,
  })
}
