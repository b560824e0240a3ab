import { createHash } from 'node:crypto'
import { ACCENTS, type Brand, hasPage, iconOf, pageOfFeature } from '#brands/index.ts'
import { contentPages, imageFileOf, imagesOf } from '#content/index.ts'
import { tools } from '#web/features/brands/index.ts'
import { type Language, withoutPrefix } from '#web/lib/language.ts'
import type { PageCard } from '#web/lib/server-context.ts'
import { listedPages } from './listed-pages.ts'
import { paths } from '#contract/paths.ts'

/** Raised when cards are drawn differently, so that their addresses change. */
const DRAWN_AS = 1
const PREFIX = '/cards/'

const picturesOfTools = new Map(
  tools.flatMap(({ leadsTo, sample, feature }) =>
    sample !== undefined && leadsTo !== null ? [[leadsTo, { sample, feature }] as const] : [],
  ),
)

/** One that the product made and that the page shows, if it has one. */
function pictureOf(brand: Brand, path: string): string {
  const page = contentPages.find((one) => one.path === path)
  const [image] = page ? imagesOf(page) : []
  if (image) return `/${'file' in image ? image.file : imageFileOf(image.drawn)}`
  const tool = picturesOfTools.get(path)
  if (!tool) return brand.hero.picture
  const own = path === pageOfFeature(tool.feature) ? brand.toolCards?.[tool.feature] : undefined
  return own ?? tool.sample
}

/** What stands for a page of a brand where its link is shared; null: there is no such page, or it is nobody's but its visitor's. */
function cardOf(brand: Brand, language: Language, path: string): PageCard | null {
  if (!hasPage(brand, path)) return null
  const titled =
    path === paths.home.link()
      ? brand.hero
      : listedPages(brand, language).find(({ link }) => link === path)
  if (!titled) return null
  return {
    site: brand.name,
    title: titled.title,
    icon: iconOf(brand, '192'),
    picture: pictureOf(brand, path),
    accent: brand.palette?.[6] ?? ACCENTS[brand.accent],
  }
}

const versionOf = (card: PageCard): string =>
  createHash('sha256')
    .update(JSON.stringify([DRAWN_AS, card]))
    .digest('hex')
    .slice(0, 12)

/**
 * Where the card of a page is; another one once anything on it has changed, so that it may be kept for good.
 * @param path of the page, without the prefix of its language
 */
export function cardAddress(
  brand: Brand,
  language: Language,
  path: string,
): { link: string; title: string } | null {
  const card = cardOf(brand, language, path)
  if (!card) return null
  const page = path === paths.home.link() ? '/home' : path
  return { link: `${PREFIX}${versionOf(card)}${page}.jpg`, title: card.title }
}

/** The card that an address names, with the address that it has now; null: no page has it. */
export function cardAt(
  brand: Brand,
  language: Language,
  address: string,
): { card: PageCard; link: string } | null {
  const { page } =
    /^\/cards\/[0-9a-f]{12}(?<page>\/.*)\.jpg$/.exec(withoutPrefix(address, language))?.groups ?? {}
  if (page === undefined) return null
  const path = page === '/home' ? paths.home.link() : page
  const card = cardOf(brand, language, path)
  const link = cardAddress(brand, language, path)?.link
  return card && link !== undefined ? { card, link } : null
}
