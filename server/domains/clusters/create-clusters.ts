import { adminClusters } from '#contract/admin-clusters.ts'
import type { Db, Reader, Tx } from '#server/platform/db/index.ts'
import { route, type Route } from '#server/platform/route.ts'
import { addressesOf, forgetAddresses, forgetOldAddresses, noteAddress } from './addresses.ts'
import { listClusters } from './list-clusters.ts'
import { readRisk } from './read-risk.ts'
import { sharedTraits, type Trait } from './shared-traits.ts'

export interface ClustersDeps {
  db: Db
  /** `sharedSecret(db, 'addresses')`: the key of what is kept of network addresses. */
  secret: Buffer
}

/** Traits that accounts have in common. People and rules that withhold a reward look at them; they never act by themselves. */
export interface Clusters {
  /** Clusters and the risk of a person, in the console. */
  routes: Route[]
  /** Notes that an account was seen at a network address; default in a transaction of its own. */
  noteVisit(visit: { userId: string; ip: string }, tx?: Tx): Promise<void>
  /** Traits that two accounts have in common; see {@link sharedTraits}. */
  sharedTraits(reader: Reader, accounts: [string, string], device?: string | null): Promise<Trait[]>
  /** When an account was seen at how many network addresses. */
  addressesOf(userId: string): Promise<{ first_seen_at: string; last_seen_at: string }[]>
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
    noteVisit: (visit, tx) => noteAddress(tx ?? db.kysely, { ...visit, secret }),
    sharedTraits,
    addressesOf: (userId) => addressesOf(db, userId),
    forget: (userId) => forgetAddresses(db, userId),
    sweep: () => forgetOldAddresses(db),
  }
}
