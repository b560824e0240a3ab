import { type Brand, brandOfHost, hasPage } from '#brands/index.ts'
import { CONTENT_FEATURES } from '#content/paths.ts'
import { toolEntries } from '#contract/tools.ts'
import { withoutPrefix } from '#web/lib/language.ts'
import { paths } from './paths.ts'

/** Pages that search engines may list, for the brands that have them. */
const LISTED = [
  paths.home.link(),
  paths.textToImage.link(),
  paths.imageToImage.link(),
  ...toolEntries.map(([, { page }]) => page),
  paths.photoPacks.link(),
  paths.videoPacks.link(),
  paths.exploreImages.link(),
  paths.exploreModels.link(),
  paths.pricing.link(),
  paths.faq.link(),
  paths.terms.link(),
  paths.privacy.link(),
  paths.restrictions.link(),
  ...Object.keys(CONTENT_FEATURES),
]

/** Root-relative links of a brand's public pages. */
export const publicPages = (brand: Pick<Brand, 'features'>): string[] =>
  LISTED.filter((link) => hasPage(brand, link))

/** Pages of what people published, each by its id: there are too many to list. */
const PUBLISHED = [paths.exploreImage, paths.exploreModel, paths.creator].map(
  ({ pattern }) => new RegExp(`^${pattern.replace(':id', '[\\w-]+')}$`),
)

/** Whether everybody who is signed out gets the same page. One with a query is none of these. */
export function isPublicPage(host: string | undefined, path: string, language: string): boolean {
  const page = withoutPrefix(path, language)
  return (
    publicPages(brandOfHost(host)).includes(page) || PUBLISHED.some((shape) => shape.test(page))
  )
}
