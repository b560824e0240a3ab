import { type Brand, brandOfHost, hasPage } from '#brands/index.ts'
import { CONTENT_FEATURES } from '#content/paths.ts'
import { toolEntries } from '#contract/tools.ts'
import { withoutPrefix } from '#web/lib/language.ts'
import { LINK_NAMES } from '#web/lib/link-names.ts'
import { paths } from '#contract/paths.ts'
import { originOfBrand } from './site-origin.ts'

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
  paths.allTools.link(),
  paths.pricing.link(),
  paths.faq.link(),
  paths.status.link(),
  paths.login.link(),
  paths.register.link(),
  paths.terms.link(),
  paths.privacy.link(),
  paths.restrictions.link(),
  paths.report.link(),
  ...Object.keys(CONTENT_FEATURES),
]

/** Root-relative links of a brand's public pages. */
export const publicPages = (brand: Pick<Brand, 'features'>): string[] =>
  LISTED.filter((link) => hasPage(brand, link))

/** Pages of what people published, each by its id: there are too many to list. */
const PUBLISHED = [paths.exploreImage, paths.exploreModel, paths.creator].map(
  ({ pattern }) => new RegExp(`^${pattern.replace(':id', '[\\w-]+')}$`),
)

const EXPLORED = new Set([paths.exploreImages.link(), paths.exploreModels.link()])

/** Query parameters that a page reads, on the server or in the browser; any other changes nothing of what is rendered. */
const READ = new Set([
  'action',
  'add',
  'comment',
  'creator',
  'image',
  'invitation',
  'language',
  'negative_prompt',
  'next',
  'nextUrl',
  'pack',
  'period',
  'plan',
  'promotion',
  'receipt',
  'ref',
  'show',
  'studio',
  'view',
  ...LINK_NAMES,
])

/** What a page depends on that everybody gets the same who is signed out. */
interface SharedPage {
  /** The brand's own, where the page depends on no other. */
  host: string
  /** Without parameters that no page reads. */
  path: string
}

/**
 * The canonical address of a page that search engines may list, or of what people published: whoever is signed out gets the same there.
 * @returns null for any other page, and for one whose query it reads
 */
export function sharedPageOf(
  { host, url }: { host: string; url: string },
  { language, publicUrl }: { language: string; publicUrl: string },
): SharedPage | null {
  const [path = '', query = ''] = url.split('?', 2)
  const brand = brandOfHost(host)
  const origin = URL.parse(`http://${host}`)?.origin
  const page = withoutPrefix(path, language)
  const isPublished = PUBLISHED.some((shape) => shape.test(page))
  if (origin === undefined || !(isPublished || publicPages(brand).includes(page))) return null
  const names = [...new URLSearchParams(query).keys()]
  // These read filters of many names.
  const isFiltered = isPublished || EXPLORED.has(page)
  if (names.some((name) => isFiltered || READ.has(name))) return null
  // A brand at home elsewhere names that in its pages, whatever host was asked.
  const home = new URL(originOfBrand(brand, { asked: origin, publicUrl })).host
  return { host: brandOfHost(home) === brand ? home : host, path }
}
