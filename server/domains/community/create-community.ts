import type { Tx } from '#server/platform/db/index.ts'
import type { PublicationListener } from '#server/domains/generation/index.ts'
import type { Route } from '#server/platform/route.ts'
import type { CommunityDeps } from './deps.ts'
import { type Hidden, hideAllOf, showAgain } from './hide-publications.ts'
import { forgetCreator, ownPublications, type OwnPublications } from './own-publications.ts'
import { foldLikes } from './people/likes.ts'
import { createPeopleRoutes } from './people/routes.ts'
import { publishScanned, withdrawEnded } from './publishing/follow-publications.ts'
import { createPublisher } from './publishing/publish-image.ts'
import { createPublishingRoutes } from './publishing/routes.ts'
import { createRoutes } from './routes.ts'
import { seedCommunity } from './seed/seed-community.ts'

export interface Community {
  /** civit_images, civit_model_version, creators, comments, follows, blocks, search. */
  routes: Route[]
  /** Fills what there is to explore with the examples, where it is empty and they are wanted. */
  start(): Promise<void>
  /** Every few seconds (role cron): adds new likes to the counts. */
  foldLikes(): Promise<void>
  /** Hides everything that somebody published and said. @returns what was to be seen until now */
  hideAllOf(tx: Tx, input: Parameters<typeof hideAllOf>[2]): Promise<Hidden[]>
  /** Shows again what `hideAllOf` hid. */
  showAgain(tx: Tx, input: Parameters<typeof showAgain>[2]): Promise<void>
  /** Every few seconds (role cron): publishes what needs nobody to look at it, withdraws what is no longer public. */
  followPublications(): Promise<void>
  /** What follows an owner who makes an image public. */
  publisher: PublicationListener
  /** Everything that somebody published, for the copy of their data. */
  allOf(userId: string): Promise<OwnPublications>
  /** For the deletion of an account: nothing that it published is left. Safe to repeat. */
  forget(userId: string): Promise<void>
}

/** Builds the domain of what people publish for everybody. */
export function createCommunity(given: CommunityDeps): Community {
  const deps = { ...given, log: given.log.child({ part: 'community' }) }
  return {
    routes: [...createRoutes(deps), ...createPeopleRoutes(deps), ...createPublishingRoutes(deps)],
    async start() {
      if (deps.showsExamples) await seedCommunity(deps)
    },
    foldLikes: () => foldLikes(deps.db),
    hideAllOf: (tx, input) => hideAllOf(tx, deps.audit, input),
    showAgain: (tx, input) => showAgain(tx, deps.audit, input),
    async followPublications() {
      await withdrawEnded(deps)
      await publishScanned(deps)
    },
    publisher: createPublisher(deps),
    allOf: (userId) => ownPublications(deps.db, userId),
    forget: (userId) => forgetCreator(deps.db, userId),
  }
}
