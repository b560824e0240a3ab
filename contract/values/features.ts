/** Features that a brand may have. */
export const FEATURES = [
  'text_to_image',
  'image_to_image',
  'text_to_video',
  'img_editor',
  'face_swap',
  'background_removal',
  'upscale_image',
  'instant_avatars',
  'train_model',
  'professional_headshots',
  'photo_packs',
  'video_packs',
  'explore_models',
  'explore_images',
] as const
