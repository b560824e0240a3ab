import { adminClusters } from '#contract/admin-clusters.ts'
import type { Db, Reader, Tx } from '#server/platform/db/index.ts'
import { Reply, route, type Route } from '#server/platform/route.ts'
import { addressesOf, forgetAddresses, forgetOldAddresses, noteAddress } from './addresses.ts'
import { decideCluster } from './decide-cluster.ts'
import { type DecisionDeps, decisionsOf, forgetDecisions } from './decisions.ts'
import { listClusters } from './list-clusters.ts'
import { readRisk } from './read-risk.ts'
import { sharedTraits, type Trait } from './shared-traits.ts'
import { undoDecision } from './undo-decision.ts'

export interface ClustersDeps {
  db: Db
  /** `sharedSecret(db, 'addresses')`: the key of what is kept of network addresses. */
  secret: Buffer
}

/** Traits that accounts have in common. People and rules that withhold a reward look at them; they never act by themselves. */
export interface Clusters {
  /** Clusters and the risk of a person, in the console. */
  routes: Route[]
  /** Decisions about clusters, by what can limit accounts. */
  decisionRoutes(deps: Omit<DecisionDeps, 'db'>): Route[]
  /** Notes that an account was seen at a network address; default in a transaction of its own. */
  noteVisit(visit: { userId: string; ip: string }, tx?: Tx): Promise<void>
  /** Traits that two accounts have in common; see {@link sharedTraits}. */
  sharedTraits(reader: Reader, accounts: [string, string], device?: string | null): Promise<Trait[]>
  /** When an account was seen at how many network addresses. */
  addressesOf(userId: string): Promise<{ first_seen_at: string; last_seen_at: string }[]>
  /** Decisions of administrators about the clusters of an account. */
  decisionsOf(userId: string): ReturnType<typeof decisionsOf>
  forget(userId: string): Promise<void>
  /** For cron: forgets what is too old. */
  sweep(): Promise<void>
}

export function createClusters({ db, secret }: ClustersDeps): Clusters {
  return {
    routes: [
      route(adminClusters.list, () => listClusters(db)),
      route(adminClusters.ofPerson, ({ params }) => readRisk(db, params.id)),
    ],
    decisionRoutes: (deps) => [
      route(
        adminClusters.decide,
        async ({ caller, body: { accounts: users, decision: kind, reason } }) =>
          new Reply(
            201,
            await decideCluster({ db, ...deps }, { actorId: caller.userId, users, kind, reason }),
          ),
      ),
      route(adminClusters.undo, async ({ caller, params, body: { reason } }) => {
        const undo = { actorId: caller.userId, decisionId: params.id, reason }
        await undoDecision({ db, ...deps }, undo)
        return null
      }),
    ],
    noteVisit: (visit, tx) => noteAddress(tx ?? db.kysely, { ...visit, secret }),
    sharedTraits,
    addressesOf: (userId) => addressesOf(db, userId),
    decisionsOf: (userId) => decisionsOf(db, userId),
    async forget(userId) {
      await forgetAddresses(db, userId)
      await forgetDecisions(db, userId)
    },
    sweep: () => forgetOldAddresses(db),
  }
}
