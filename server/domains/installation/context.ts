import type { Accounts } from '#server/domains/accounts/index.ts'
import type { Db, Reader, Tx } from '#server/platform/db/index.ts'
import type { Mailer, MailSettings } from '#server/platform/mail/index.ts'
import type { RateLimiter } from '#server/platform/rate-limit.ts'
import type { Text } from '#server/texts/index.ts'
import type { SettingsBook, SettingTexts } from './settings-book.ts'

/** What an administrator changed, for the log. */
export interface InstallationAct {
  /** Null: an account that is gone. */
  actorId: string | null
  action:
    | 'setting_changed'
    | 'setting_planned'
    | 'setting_plan_canceled'
    | 'brand_changed'
    | 'setup_step_marked'
  subject: string
  data?: Record<string, unknown>
}

/** Whether mail goes out, real money can be paid, something beside illustrations is made, and others reach the site. */
interface KnownParts {
  mail: boolean
  payments: boolean
  model: boolean
  address: boolean
  /** When the database was backed up last by this program; null: never. */
  backupAt: Date | null
}

/** Services as some settings describe them. */
interface TriedServices {
  mail: MailSettings
  /** Asks the payment provider. @returns whose key it is @throws when it is refused or away */
  checkPayments(): Promise<Text>
}

/** What the use cases of the installation share. */
export interface InstallationContext {
  db: Db
  settings: SettingsBook
  /** Seals what is stored of secret settings; null where no key may be relied on. */
  settingsKey: Buffer | null
  accounts: Pick<Accounts, 'hasAdministrator' | 'openFirstAdministrator'>
  mailer: Mailer
  limiter: RateLimiter
  /** Absolute path of the folder that the setup token is written to. */
  dataDir: string
  /** Where people reach the site now. */
  publicUrl(): string
  /** Reads settings and brands again in this process. */
  refresh(): Promise<void>
  /** The services as they would be with these texts stored. */
  servicesWith(stored: SettingTexts): TriedServices
  /** Why a key of Stripe may not be used here now; null: it may. */
  faultOfStripeKey(reader: Reader, key: string): Promise<Text | null>
  /** Asks the file storage. @throws when it cannot be used */
  checkStorage(): Promise<void>
  /** How far the parts are that this domain does not know itself. */
  readParts(): Promise<KnownParts>
  audit(tx: Tx, act: InstallationAct): Promise<void>
}
