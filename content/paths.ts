import type { Feature } from '#contract/features.ts'

/**
 * Where the pages of the content are, and the feature without which a brand does not have one. Apart from the pages themselves,
 * for the browser needs this of all of them and the texts of one.
 */
export const CONTENT_FEATURES = {
  '/guide': 'text_to_image',
  '/guide/parameters': 'text_to_image',
  '/guide/prompt': 'text_to_image',
  '/guide/aspect-ratio': 'text_to_image',
  '/guide/ai-models': 'text_to_image',
  '/guide/advanced-parameters': 'text_to_image',
  '/guide/seed': 'text_to_image',
  '/guide/steps': 'text_to_image',
  '/ai-img-generator/styles/all': 'text_to_image',
  '/ai-img-generator/styles/photography': 'text_to_image',
  '/ai-img-generator/styles/cartoon': 'text_to_image',
  '/ai-img-generator/styles/anime': 'text_to_image',
  '/ai-img-generator/styles/art': 'text_to_image',
  '/ai-img-generator/styles/digital': 'text_to_image',
  '/ai-img-generator/styles/material': 'text_to_image',
  '/ai-image-tools/text-to-image': 'text_to_image',
  '/ai-image-tools/background-removal': 'background_removal',
  '/ai-image-tools/face-swap': 'face_swap',
  '/ai-image-tools/img-editor': 'img_editor',
  '/ai-image-tools/train-model': 'train_model',
  '/ai-image-tools/text-to-video': 'text_to_video',
  '/instant-avatars': 'instant_avatars',
  '/use-cases/dating': 'instant_avatars',
  '/tools/professional-headshots': 'professional_headshots',
  '/professional-headshots': 'professional_headshots',
  '/ai-image-tools/professional-headshots': 'professional_headshots',
  '/ai-headshots': 'professional_headshots',
  '/ai-headshots/corporate-headshots': 'professional_headshots',
  '/ai-headshots/linkedin-headshots': 'professional_headshots',
  '/ai-headshots/actor-headshots': 'professional_headshots',
  '/ai-headshots/real-estate-agent-headshots': 'professional_headshots',
  '/ai-headshots/executive-headshots': 'professional_headshots',
  '/ai-headshots/model-headshots': 'professional_headshots',
  '/ai-headshots/free-headshots': 'professional_headshots',
  '/headshots-pricing': 'professional_headshots',
} as const satisfies Record<string, Feature>

export type ContentPath = keyof typeof CONTENT_FEATURES
