import { languageIn, type PageMatch, pageMeta, rootIn } from '#web/lib/page-meta.ts'
import { textsIn } from './page-texts.ts'

/** Of a title; what people write may be longer. */
const LONGEST = 70

const cut = (text: string): string =>
  text.length > LONGEST ? `${text.slice(0, LONGEST - 1).trimEnd()}…` : text

/** Tags of the page of something published: its own title, picture and address. For a route's `meta`. */
export function metaOfPublished(
  matches: readonly (PageMatch | undefined)[],
  kind: 'exploreImage' | 'exploreModel' | 'creator',
  shown: {
    /** Null or empty: that of the kind. */
    title: string | null
    creator: string
    /** Root-relative; null: none of its own, so that of the brand's home page. */
    picture: string | null
    /** Of the page, absolute. */
    address: string
  },
) {
  const t = textsIn(languageIn(matches))
  const { title, creator, address } = shown
  const picture = shown.picture ?? rootIn(matches)?.brand.hero.picture
  return [
    ...pageMeta(matches, {
      title: cut(title || t(`title.${kind}`)),
      description: t(`description.${kind}`, { name: creator }),
      ...(picture !== undefined && { image: new URL(picture, address).href }),
    }),
    { property: 'og:url', content: address },
    { tagName: 'link', rel: 'canonical', href: address },
  ]
}
