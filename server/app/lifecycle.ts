import { siteOfUser } from '#server/domains/accounts/index.ts'
import { createLifecycle, type Lifecycle } from '#server/domains/lifecycle/index.ts'
import { recordAuditEvent } from '#server/domains/admin/index.ts'
import type { AppOptions } from './options.ts'
import type { Platform } from './platform.ts'

/** Builds the mails that come once in the life of an account. */
export const createAppLifecycle = (
  { config, log }: AppOptions,
  { db, mailer }: Pick<Platform, 'db' | 'mailer'>,
): Lifecycle =>
  createLifecycle({
    db,
    mailer,
    siteOfUser: (user) => siteOfUser(user, config),
    audit: recordAuditEvent,
    log: log.child({ part: 'lifecycle' }),
  })
