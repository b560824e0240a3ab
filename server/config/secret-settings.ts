import { SERVER_SECRETS } from './image-server-settings.ts'
import { SERVICE_SECRETS } from './service-settings.ts'
import type { Settings } from './settings.ts'

const OTHERS: (keyof Settings)[] = [
  'SECRET_KEY',
  'DATABASE_URL',
  'DATABASE_LISTEN_URL',
  'SMTP_URL',
  'S3_SECRET_ACCESS_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'FACEBOOK_APP_SECRET',
]

/** Values that must not appear in an error message. */
export const SECRET_SETTINGS: ReadonlySet<string> = new Set([
  ...OTHERS,
  ...SERVER_SECRETS,
  ...SERVICE_SECRETS,
])
