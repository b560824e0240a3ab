import type { Settings } from './settings.ts'

/** Settings that make sense only together: when the first is there, so must the others be. */
export const TOGETHER: readonly (keyof Settings)[][] = [
  ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ['S3_ENDPOINT', 'S3_BUCKET'],
  ['S3_ACCESS_KEY_ID', 'S3_BUCKET'],
  ['FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET'],
  ['PLAUSIBLE_SITE', 'PLAUSIBLE_URL'],
  ['TRAINER_COMMAND', 'TRAINER_MODELS'],
  ['TRAINER_MODELS', 'TRAINER_COMMAND'],
]
