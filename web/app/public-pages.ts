import { type Brand, hasPage } from '#brands/index.ts'
import { CONTENT_FEATURES } from '#content/paths.ts'
import { paths, toolPages } from './paths.ts'

/** Pages that search engines may list, for the brands that have them. */
const LISTED = [
  paths.home.link(),
  paths.textToImage.link(),
  paths.imageToImage.link(),
  ...toolPages.map(({ pattern }) => pattern),
  paths.photoPacks.link(),
  paths.videoPacks.link(),
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
