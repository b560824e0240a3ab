import { api } from '#contract/index.ts'
import { type Caller, route, type Route } from '#server/platform/route.ts'
import type { CommunityDeps } from '../deps.ts'
import { viewerOf } from '../viewer.ts'
import { listNotifications, readUntil } from './list-notifications.ts'

/** Routes of what people are told. */
export function createNotificationRoutes({ db: { kysely } }: CommunityDeps): Route[] {
  const { list, read } = api.notifications
  const viewer = async (caller: Caller) => ({
    ...(await viewerOf(kysely, caller)),
    userId: caller.userId,
  })
  return [
    route(list, async ({ caller, query }) =>
      listNotifications(kysely, await viewer(caller), query),
    ),
    route(read, async ({ caller, body }) => readUntil(kysely, await viewer(caller), body.until)),
  ]
}
