import type { CounterMode, HomeSection } from '#contract/brand-content.ts'
import type { Feature } from '#contract/features.ts'

/** Features as the console calls them. */
export const FEATURE_LABELS: Record<Feature, string> = {
  text_to_image: 'Text to image',
  image_to_image: 'Image to image',
  text_to_video: 'Text to video',
  img_editor: 'Image editor',
  face_swap: 'Face swap',
  background_removal: 'Background removal',
  upscale_image: 'Upscaling',
  instant_avatars: 'Instant avatars',
  train_model: 'Training of models',
  professional_headshots: 'Professional headshots',
  photo_packs: 'Photo packs',
  video_packs: 'Video packs',
  explore_models: 'Explore models',
  explore_images: 'Explore images',
}

/** Sections of a home page, likewise. */
export const SECTION_LABELS: Record<HomeSection, string> = {
  tools: 'Tools',
  showcase: 'Showcase',
  prompts: 'Example prompts',
  explore: 'Explore',
  prices: 'Prices',
  closing: 'Closing words',
}

/** Ways to show the counters; the first is that of the installation. */
export const COUNTER_LABELS: Record<CounterMode | '', string> = {
  '': 'Example figures while payments are tests, then none',
  floor: 'At least the example figures',
  real: 'Real figures',
  off: 'None',
}
