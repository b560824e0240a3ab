import type { ConsentKind, GivenConsent } from '#contract/consents.ts'
import { api } from '#contract/index.ts'
import { AppError } from '#server/platform/errors.ts'
import { route, type Route } from '#server/platform/route.ts'
import {
  type ConsentsDeps,
  consentsOf,
  giveConsent,
  hasConsent,
  listConsents,
  withdrawConsents,
} from './consents.ts'

export interface Consents {
  /** account/consents/. */
  routes: Route[]
  /** Whether somebody agreed to the version that counts now. */
  has(userId: string, kind: ConsentKind): Promise<boolean>
  /** @throws {AppError} `consent_required` */
  require(userId: string, kind: ConsentKind): Promise<void>
  /** All that somebody ever agreed to. */
  allOf(userId: string): AsyncIterable<GivenConsent>
  /** For the deletion of an account. Safe to repeat. */
  forget(userId: string): Promise<void>
}

/** What people agree to apart from the terms. */
export function createConsents(deps: ConsentsDeps): Consents {
  const { consents } = api
  return {
    routes: [
      route(consents.list, async ({ caller }) => ({
        results: await listConsents(deps, caller.userId),
      })),
      route(consents.give, ({ caller, body }) => giveConsent(deps, caller.userId, body)),
      route(consents.withdraw, async ({ caller, body }) => {
        await withdrawConsents(deps, caller.userId, body?.kind)
        return null
      }),
    ],
    has: (userId, kind) => hasConsent(deps, userId, kind),
    async require(userId, kind) {
      if (await hasConsent(deps, userId, kind)) return
      throw new AppError('consent_required', `No consent to ${kind}`, { userMessage: NEEDED[kind] })
    },
    allOf: (userId) => consentsOf(deps, userId),
    async forget(userId) {
      await deps.db.kysely.deleteFrom('consents').where('user_id', '=', userId).execute()
    },
  }
}

const NEEDED: Record<ConsentKind, string> = {
  faces: 'This compares faces, which needs your consent. You can give it in your account.',
}
