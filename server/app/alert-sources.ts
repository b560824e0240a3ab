import { statfs } from 'node:fs/promises'
import { siteOfUser } from '#server/domains/accounts/index.ts'
import type { AlertSources } from '#server/domains/admin/index.ts'
import { MAIL_LANE } from '#server/platform/mail/index.ts'
import type { AppOptions } from './options.ts'
import type { Platform } from './platform.ts'

/** What the alerts of the console look at. */
export function alertSources({ config }: AppOptions, { mailer, queue }: Platform): AlertSources {
  return {
    mailer,
    site: siteOfUser({ brand: null, language: null }, config),
    mailBacklog: () => queue.backlogOf(MAIL_LANE),
    async disk() {
      const { bavail, blocks, bsize } = await statfs(config.dataDir)
      return { free: bavail * bsize, total: blocks * bsize }
    },
  }
}
