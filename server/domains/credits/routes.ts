import { credits as api } from '#contract/credits.ts'
import { type Db, transact } from '#server/platform/db/index.ts'
import { type Route, route } from '#server/platform/route.ts'
import type { Credits } from './types.ts'

export function creditRoutes(db: Db, credits: Pick<Credits, 'statement' | 'writer'>): Route[] {
  return [
    route(api.statement, ({ caller, query }) => credits.statement(caller.userId, query)),
    route(api.claimLoginBonus, async ({ caller }) => {
      const { balance } = await transact(db, (tx) =>
        credits.writer(tx).claimLoginBonus({ userId: caller.userId }),
      )
      return { credits: balance }
    }),
  ]
}
