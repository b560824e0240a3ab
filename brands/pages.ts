import { CONTENT_FEATURES } from '#content/paths.ts'
import type { Feature } from '#contract/site.ts'

/** The page that makes a feature usable; null while it does not exist. */
const FEATURE_PAGES: Record<Feature, string | null> = {
  text_to_image: '/text-to-image',
  image_to_image: '/image-to-image',
  text_to_video: '/tools/text-to-video',
  img_editor: '/tools/img-editor',
  face_swap: '/tools/face-swap',
  background_removal: '/tools/background-removal',
  upscale_image: '/tools/upscale-image',
  instant_avatars: '/tools/instant-avatars',
  train_model: '/train/loras/all',
  professional_headshots: '/tools/professional-headshots',
  photo_packs: '/packs/photo-packs/all',
  video_packs: '/packs/video-packs/all',
  explore_models: null,
  explore_images: null,
}

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
  '/tools/all',
  '/tools/replace-background',
  '/tools/fix-faces',
  '/tools/professional-headshots/create',
  '/user/dashboard',
  '/user/billing',
  ...Object.values(FEATURE_PAGES),
])

/** Pages of tools that share the feature of another one. */
const SHARED_FEATURES: Readonly<Record<string, Feature>> = {
  '/tools/replace-background': 'background_removal',
  '/tools/fix-faces': 'upscale_image',
  '/tools/edit-image': 'image_to_image',
  '/tools/professional-headshots/create': 'professional_headshots',
}

/** The feature without which a brand does not have a page; null for a page of every brand. */
function featureOfPage(page: string): Feature | null {
  const others: Readonly<Record<string, Feature>> = { ...SHARED_FEATURES, ...CONTENT_FEATURES }
  const own = Object.entries(FEATURE_PAGES).find(([, path]) => path === page)?.[0]
  return (own as Feature | undefined) ?? others[page] ?? null
}

/** Whether a brand has the page of a root-relative link, which may have a query. */
export function hasPage({ features }: { features: readonly Feature[] }, link: string): boolean {
  const page = link.replace(/\?.*$/, '')
  const feature = featureOfPage(page)
  return isBuiltPage(page) && (feature === null || features.includes(feature))
}

/** Whether a root-relative link leads to a page that exists. */
export function isBuiltPage(link: string): boolean {
  return BUILT_PAGES.has(link) || Object.hasOwn(CONTENT_FEATURES, link)
}

/** The page of a feature, or null while it does not exist. */
export function pageOfFeature(feature: Feature): string | null {
  return FEATURE_PAGES[feature]
}

/** Features to look at; all others make something and so cost credits. */
const TO_LOOK_AT = new Set<Feature>(['explore_models', 'explore_images'])

/** Whether a brand has something by now that credits can be spent on; until then it sells nothing. */
export function hasTools({ features }: { features: readonly Feature[] }): boolean {
  return features.some((feature) => isBuiltFeature(feature) && !TO_LOOK_AT.has(feature))
}

/** Whether a feature can be used by now. */
export function isBuiltFeature(feature: Feature): boolean {
  return FEATURE_PAGES[feature] !== null
}
