import type { Settings } from './settings.ts'

/** Values that must not appear in an error message. */
export const SECRET_SETTINGS: ReadonlySet<string> = new Set<keyof Settings>([
  'SECRET_KEY',
  'DATABASE_URL',
  'DATABASE_LISTEN_URL',
  'SMTP_URL',
  'S3_SECRET_ACCESS_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'FACEBOOK_APP_SECRET',
  'A1111_URLS',
  'OPENAI_IMAGE_URLS',
  'COMFYUI_URLS',
  'FAL_KEY',
  'REPLICATE_API_TOKEN',
  'LUMA_API_KEY',
  'RUNWAY_API_KEY',
  'KLING_ACCESS_KEY',
  'KLING_SECRET_KEY',
  'MINIMAX_API_KEY',
  'LTX_API_KEY',
  'HEYGEN_API_KEY',
  'HEYGEN_WEBHOOK_SECRET',
])
