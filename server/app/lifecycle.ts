import { siteOfUser } from '#server/domains/accounts/index.ts'
import { createLifecycle, type Lifecycle } from '#server/domains/lifecycle/index.ts'
import { auditWords } from './audit-events.ts'
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
    audit: auditWords,
    log: log.child({ part: 'lifecycle' }),
  })
