import { consoleSettings, faultOfStored, withStored } from '#server/config/index.ts'
import {
  checkStripe,
  faultOfStripeKey,
  lastEventAt,
  nameOfStripe,
} from '#server/domains/billing/index.ts'
import { lastEventOf, recordAuditEvent } from '#server/domains/admin/index.ts'
import { isLocal } from '#server/domains/accounts/index.ts'
import { createInstallation, type Installation } from '#server/domains/installation/index.ts'
import { t } from '#server/texts/index.ts'
import type { Domains } from './domains.ts'
import type { LiveConfig } from './live-config.ts'
import type { Engines } from './engines.ts'
import type { AppOptions } from './options.ts'
import type { Platform } from './platform.ts'

/** How this installation is set up in the browser. */
export function createAppInstallation(
  { config, db }: AppOptions,
  {
    platform: { mailer, limiter, storage },
    accounts,
    engines,
    live,
  }: { platform: Platform; accounts: Domains['accounts']; engines: Engines; live: LiveConfig },
): Installation {
  const { given } = config
  return createInstallation({
    db,
    settings: {
      list: consoleSettings,
      given: (name) => given[name],
      faultOf: (stored, changed) => faultOfStored(config, stored, changed),
    },
    settingsKey: live.settingsKey,
    accounts,
    mailer,
    limiter,
    dataDir: config.dataDir,
    publicUrl: () => config.publicUrl,
    refresh: () => live.refresh(),
    servicesWith(stored) {
      const tried = withStored(config, stored).config
      return {
        mail: tried.mail,
        async checkPayments() {
          const { secretKey, apiBase } = tried.stripe
          if (secretKey === null)
            return tried.testPayments
              ? t('installation.testPaymentsOn')
              : t('installation.noPayments')
          const account = await checkStripe(secretKey, apiBase)
          const at = await lastEventAt(db.kysely, nameOfStripe(secretKey))
          const address = `${tried.publicUrl}/api/webhooks/stripe/`
          return at === null
            ? t('installation.noEventYet', { said: account, address })
            : t('installation.lastEvent', { said: account, address, time: at.toISOString() })
        },
      }
    },
    faultOfStripeKey,
    checkStorage: () => storage.check(),
    async readParts() {
      const models = await engines.registry.imageModels()
      return {
        mail: config.mail.smtpUrl !== null,
        payments: config.stripe.secretKey !== null,
        model: models.some(({ model }) => model.draws !== 'known_things'),
        address: !isLocal(new URL(config.publicUrl).hostname),
        backupAt: await lastEventOf(db.kysely, 'backup_made'),
      }
    },
    audit: recordAuditEvent,
  })
}
