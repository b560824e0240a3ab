export const UPLOAD_LIMITS = {
  bytes: 20 * 1024 * 1024,
  /** Width times height of the picture. */
  pixels: 50_000_000,
  /** Pictures of one person at a time. */
  count: 5000,
  /** Places of one selection. */
  points: 20,
} as const

/** What is told apart by the file's content, whatever its name says. */
export const UPLOAD_TYPES = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/heic',
  'image/heif',
  'image/avif',
] as const
