import { z } from 'zod'
import { Reason } from './account-limits.ts'
import { Id, IdParams, Nothing, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import * as routes from './routes.ts'

/** Kinds of traits that accounts may have in common: a browser that logged in, a network address, a card that paid. */
export const LinkKind = z.enum(['device', 'address', 'card'])
export type LinkKind = z.infer<typeof LinkKind>

const Account = z.object({
  id: Id,
  email: z.string(),
  banned: z.boolean(),
  limited: z.boolean(),
  created_at: Timestamp,
})

/** Something that several accounts have in common. */
const Link = z.object({
  kind: LinkKind,
  /** How many accounts share it. */
  accounts: z.number().int(),
  last_seen_at: Timestamp,
})

export const LinkedAccount = Account.extend({
  /** Traits that it has in common with the person. */
  links: z.array(Link),
})
export type LinkedAccount = z.infer<typeof LinkedAccount>

export const PersonRisk = z.object({
  /** Payments of which money was given back, and how many of all. */
  payments: z.number().int(),
  refunds: z.number().int(),
  disputes: z.object({
    open: z.number().int(),
    won: z.number().int(),
    lost: z.number().int(),
  }),
  /** Payments that the provider rated above normal. */
  risky: z.number().int(),
  /** Accounts that share something with the person, of the last 90 days. */
  linked: z.array(LinkedAccount),
  /** Traits that more than {@link CROWD} accounts share: a school, a carrier. Nobody is listed for them. */
  crowds: z.array(Link),
})
export type PersonRisk = z.infer<typeof PersonRisk>

/** A decision of an administrator about a cluster: all accounts were limited, or are fine. */
export const ClusterDecision = z.object({
  id: Id,
  kind: z.enum(['limited', 'fine']),
  /** Empty once one of its accounts is deleted: it may speak of it. */
  reason: z.string(),
  decided_at: Timestamp,
  /** False where accounts have joined the cluster since. */
  is_whole: z.boolean(),
})
export type ClusterDecision = z.infer<typeof ClusterDecision>

/** Accounts that one decision is about at most. */
export const MOST_IN_CLUSTER = 500

/** Accounts that are joined by what they share, one after the other. */
export const Cluster = z.object({
  accounts: z.array(Account),
  links: z.array(Link),
  /** How many of them paid for the first time in the last 24 hours. */
  bought_lately: z.number().int(),
  last_seen_at: Timestamp,
  /** False where it has more than {@link MOST_IN_CLUSTER} accounts, or too many to find all of them. */
  can_decide: z.boolean(),
  /** All that hold about any of the accounts, the latest first. */
  decisions: z.array(ClusterDecision),
})
export type Cluster = z.infer<typeof Cluster>

/** Something that more than {@link CROWD} accounts share: a carrier, a school, or somebody with very many accounts. */
export const Crowd = z.object({
  ...Link.shape,
  /** How many of them were opened in the last 24 hours. */
  opened_lately: z.number().int(),
  /** How many of them paid for the first time in the last 24 hours. */
  bought_lately: z.number().int(),
  /** The newest of them. */
  newest: z.array(Account),
})
export type Crowd = z.infer<typeof Crowd>

export const adminClusters = {
  list: endpoint({
    ...routes.adminClusters.list,
    access: 'admin',
    summary:
      'Accounts that belong together by what they share in the last 90 days, the latest first and those decided about last, and what very many accounts share',
    response: z.object({ results: z.array(Cluster), crowds: z.array(Crowd) }),
  }),
  decide: endpoint({
    ...routes.adminClusters.decide,
    access: 'admin',
    summary:
      'Limit all accounts of a cluster, each with an email that says why, or mark the cluster as fine',
    body: z.strictObject({
      /** All accounts of the cluster, as they were seen. */
      accounts: z.array(Id).min(2).max(MOST_IN_CLUSTER),
      decision: z.enum(['limited', 'fine']),
      reason: Reason,
    }),
    response: ClusterDecision,
    statuses: [201],
    errors: ['conflict'],
  }),
  undo: endpoint({
    ...routes.adminClusters.undo,
    access: 'admin',
    summary:
      'Take back a decision about a cluster: limits that it set and that still hold are lifted',
    params: IdParams,
    body: z.strictObject({ reason: Reason }),
    response: Nothing,
    errors: ['not_found', 'conflict'],
  }),
  ofPerson: endpoint({
    ...routes.adminClusters.ofPerson,
    access: 'admin',
    summary:
      'Refunds, disputes and the risk of a person’s payments, and the accounts that share something with them',
    params: IdParams,
    response: PersonRisk,
    errors: ['not_found'],
  }),
}
