import { account } from '#contract/account.ts'
import { Download, route, type Route } from '#server/platform/route.ts'
import type { PrivacyContext } from './context.ts'
import { exportAccount } from './export-account.ts'
import { finishClosings } from './finish-closings.ts'
import { readDeletion } from './read-deletion.ts'

export interface Privacy {
  /** account/, without the deletion itself, which begins in accounts. */
  routes: Route[]
  /** Every few seconds (role cron): removes what deleted accounts left behind. */
  sweep(): Promise<void>
}

/** What people may ask of what is stored about them: to get it, and to have it removed. */
export function createPrivacy(context: PrivacyContext): Privacy {
  return {
    routes: [
      route(account.export, ({ caller }) => {
        const day = new Date().toISOString().slice(0, 10)
        const pieces = exportAccount(context, caller.userId)
        return Promise.resolve(new Download(`atelier-data-${day}.json`, pieces))
      }),
      route(account.deletion, ({ caller }) => readDeletion(context, caller)),
    ],
    sweep: () => finishClosings(context),
  }
}
