import type { PlanOffer } from '#contract/plans-and-prices.ts'
import { inLanguage } from './language.ts'
import { type PageMatch, rootIn } from './page-meta.ts'

/** A tag for a route's `meta`: schema.org's description of something on the page. Crawlers read it, so only the server makes it. */
type StructuredTag = { 'script:ld+json': object }

const tag = (type: string, data: object): StructuredTag => ({
  'script:ld+json': { '@context': 'https://schema.org', '@type': type, ...data },
})

/** The page as search engines know it: its site, the site's name and its own address; null: they are not to list it. */
function listedPage(matches: readonly (PageMatch | undefined)[]) {
  const root = rootIn(matches)
  const url = root?.alternates?.hrefs[root.language] ?? root?.alternates?.hrefs['en']
  return root && url !== undefined ? { root, url, site: root.brand.name } : null
}

/** @param above pages between the home page and this one, from the top, with the prefix of the language */
export function breadcrumb(
  matches: readonly (PageMatch | undefined)[],
  title: string,
  above: readonly { title: string; path: string }[] = [],
): StructuredTag[] {
  const page = listedPage(matches)
  if (!page) return []
  const to = (path: string) => new URL(path, page.url).href
  const crumbs: [name: string, item: string][] = [
    [page.site, to(inLanguage('/', page.root.language))],
    ...above.map((one): [string, string] => [one.title, to(one.path)]),
    [title, page.url],
  ]
  const itemListElement = crumbs.map(([name, item], at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name,
    item,
  }))
  return [tag('BreadcrumbList', { itemListElement })]
}

/** Questions that the page answers. */
export function questionsPage(
  questions: readonly { question: string; answer: string }[],
): StructuredTag[] {
  if (questions.length === 0) return []
  const mainEntity = questions.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  }))
  return [tag('FAQPage', { mainEntity })]
}

/** The site as a program that runs in a browser and costs nothing to begin with. */
export function softwareApplication(matches: readonly (PageMatch | undefined)[]): StructuredTag[] {
  const page = listedPage(matches)
  if (!page) return []
  const { url, site, root } = page
  return [
    tag('SoftwareApplication', {
      name: site,
      url,
      description: root.brand.hero.text,
      inLanguage: root.language,
      applicationCategory: 'MultimediaApplication',
      operatingSystem: 'Web',
      offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' },
    }),
  ]
}

/** Each plan as a product of the site, with an offer a billing period. */
export function planProducts(
  matches: readonly (PageMatch | undefined)[],
  plans: readonly PlanOffer[],
): StructuredTag[] {
  const page = listedPage(matches)
  if (!page) return []
  const offer = (dollars: number, billingDuration: 'P1M' | 'P1Y') => {
    const price = { price: dollars.toFixed(2), priceCurrency: 'USD' }
    return {
      '@type': 'Offer',
      ...price,
      priceSpecification: { '@type': 'UnitPriceSpecification', ...price, billingDuration },
      availability: 'https://schema.org/InStock',
      url: page.url,
    }
  }
  return plans.map(({ plan_name: name, price, features }) =>
    tag('Product', {
      name: `${page.site} ${name}`,
      description: features
        .filter(({ available }) => available)
        .map(({ feature }) => feature.replaceAll(/[{}]/g, ''))
        .join('; '),
      brand: { '@type': 'Brand', name: page.site },
      offers: [offer(price.monthly, 'P1M'), offer(price.yearly, 'P1Y')],
    }),
  )
}
