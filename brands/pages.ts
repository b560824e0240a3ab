import { CONTENT_FEATURES } from '#content/paths.ts'
import type { Feature } from '#contract/features.ts'
import { isToolKey, toolEntries, type ToolKey, TOOLS } from '#contract/tools.ts'

/** The page that makes a feature usable which is no tool; null while it does not exist. */
const OTHER_PAGES = {
  text_to_image: '/text-to-image',
  image_to_image: '/image-to-image',
  train_model: '/train/loras/all',
  professional_headshots: '/tools/professional-headshots',
  photo_packs: '/packs/photo-packs/all',
  video_packs: '/packs/video-packs/all',
  explore_models: '/inspire/models/all',
  explore_images: '/inspire/images/all',
} as const satisfies Record<Exclude<Feature, ToolKey>, string | null>

/** Where sets of headshots are ordered. */
const HEADSHOT_SETS = '/tools/professional-headshots/create/set'

/** Pages that exist by now, without their query; menus and footers show no others. */
const BUILT_PAGES = new Set<string | null>([
  '/',
  '/login',
  '/register',
  '/pricing',
  '/faq',
  '/status',
  '/about/terms-of-service',
  '/about/privacy-policy',
  '/about/restrictions',
  '/report',
  '/tools/all',
  '/user/dashboard',
  '/user/billing',
  HEADSHOT_SETS,
  ...Object.values(OTHER_PAGES),
  ...toolEntries.flatMap(([, { page, needs }]) => (needs ? [] : [page])),
])

/** The feature without which a brand does not have a page, by page. */
const FEATURES_OF_PAGES: Readonly<Record<string, Feature>> = {
  ...Object.fromEntries(Object.entries(OTHER_PAGES).map(([feature, page]) => [page, feature])),
  ...Object.fromEntries(toolEntries.map(([, { page, feature }]) => [page, feature])),
  [HEADSHOT_SETS]: 'professional_headshots',
  ...CONTENT_FEATURES,
}

/** Whether a brand has the page of a root-relative link, which may have a query. */
export function hasPage({ features }: { features: readonly Feature[] }, link: string): boolean {
  const page = link.replace(/\?.*$/, '')
  const feature = FEATURES_OF_PAGES[page]
  return isBuiltPage(page) && (feature === undefined || features.includes(feature))
}

/** Whether a root-relative link leads to a page that exists. */
export function isBuiltPage(link: string): boolean {
  return BUILT_PAGES.has(link) || Object.hasOwn(CONTENT_FEATURES, link)
}

/** The page of a feature, or null while it does not exist. */
export function pageOfFeature(feature: Feature): string | null {
  return isToolKey(feature) ? TOOLS[feature].page : OTHER_PAGES[feature]
}

/** Features to look at; all others make something and so cost credits. */
const TO_LOOK_AT = new Set<Feature>(['explore_models', 'explore_images'])

/** Whether a brand has something by now that credits can be spent on; until then it sells nothing. */
export function hasTools({ features }: { features: readonly Feature[] }): boolean {
  return features.some((feature) => isBuiltFeature(feature) && !TO_LOOK_AT.has(feature))
}

/** Whether a feature can be used by now. */
export function isBuiltFeature(feature: Feature): boolean {
  return pageOfFeature(feature) !== null
}
