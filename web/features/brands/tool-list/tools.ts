import type { Capabilities } from '#contract/capabilities.ts'
import type { PriceTable } from '#contract/plans-and-prices.ts'
import { pageOfFeature } from '#brands/index.ts'
import { type ToolEntry, toolEntries, type ToolKey } from '#contract/tools.ts'
import { ofTool, type Price, type ToolCard } from '#web/lib/tool-names/tool-card.ts'

/** A feature that is no tool on an image. */
type FeatureCard =
  | 'text_to_image'
  | 'image_to_image'
  | 'train_model'
  | 'photo_packs'
  | 'video_packs'
  | 'explore_models'
  | 'explore_images'

/** A card on the page of all tools, where it leads, and what a brand and its engines must have for it. */
export type ListedTool = Omit<ToolCard, 'page'> &
  Pick<ToolEntry, 'feature' | 'needs'> & { leadsTo: string | null } & (
    | { tool: ToolKey }
    /** Its texts are the messages `label.<feature>`, `description.<feature>` and `sample.<feature>`. */
    | { tool: null; feature: FeatureCard }
  )

const image = (prices: PriceTable): Price => ({
  of: 'imageFrom',
  credits: prices.image[0]?.credits ?? 1,
})

const ofFeature = (feature: FeatureCard, card: ToolCard): ListedTool => ({
  tool: null,
  feature,
  leadsTo: pageOfFeature(feature),
  ...card,
})

const CARDS = import.meta.glob<ToolCard>('/web/features/tools/*/card.ts', {
  eager: true,
  import: 'card',
})

const ofWords: readonly ListedTool[] = [
  ofFeature('text_to_image', {
    sample: '/showcase/two-penguins-in-the-snow-flat-style.webp',
    price: image,
  }),
  ofFeature('image_to_image', {
    sample: '/showcase/house-on-the-grass-3d-style.webp',
    price: image,
  }),
]

const ofPhotos: readonly ListedTool[] = toolEntries.map(([tool, { page, feature, needs }]) => {
  const { page: leadsTo = page, ...card } = ofTool(CARDS, tool)
  return { tool, leadsTo, feature, ...(needs && { needs }), ...card }
})

const others: readonly ListedTool[] = [
  ofFeature('train_model', {
    sample: '/tools/studio-card.webp',
    price: (_prices, trainingCost) => ({ of: 'model', credits: trainingCost }),
  }),
  ofFeature('photo_packs', { sample: '/tools/photo-packs-card.webp', price: null }),
  ofFeature('video_packs', { sample: '/tools/video-packs-card.webp', price: null }),
  ofFeature('explore_models', { sample: '/styles/glossy.webp', price: null }),
  ofFeature('explore_images', { sample: '/explore/raccoon-mint.webp', price: null }),
]

/** Every card. */
export const tools: readonly ListedTool[] = [...ofWords, ...ofPhotos, ...others]

/** Every card in the order of the page: words first only where a model draws anything that they say. */
export const toolsInOrder = (draws: Capabilities['draws']): readonly ListedTool[] =>
  draws === 'anything' ? tools : [...ofPhotos, ...ofWords, ...others]
