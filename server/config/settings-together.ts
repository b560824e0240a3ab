import type { Settings } from './settings.ts'

/** Settings that make sense only together: when the first is there, so must the others be. */
export const TOGETHER: readonly (keyof Settings)[][] = [
  ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ['S3_ENDPOINT', 'S3_BUCKET'],
  ['S3_ACCESS_KEY_ID', 'S3_BUCKET'],
  ['FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET'],
  ['PLAUSIBLE_SITE', 'PLAUSIBLE_URL'],
  ['FAL_MODELS', 'FAL_KEY'],
  ['REPLICATE_MODELS', 'REPLICATE_API_TOKEN'],
  ['TRAINER_COMMAND', 'TRAINER_MODELS'],
  ['TRAINER_MODELS', 'TRAINER_COMMAND'],
  ['KLING_ACCESS_KEY', 'KLING_SECRET_KEY'],
  ['HEYGEN_WEBHOOK_SECRET', 'HEYGEN_API_KEY'],
]
