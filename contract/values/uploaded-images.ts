export const UPLOAD_LIMITS = {
  bytes: 20 * 1024 * 1024,
  /** Width times height of the picture. */
  pixels: 50_000_000,
  /** Pictures of one person at a time. */
  count: 5000,
  /** Places of one selection. */
  points: 20,
} as const

/** Types of files, told apart by their content, whatever their names say. */
export const UPLOAD_TYPES = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/heic',
  'image/heif',
  'image/avif',
] as const
