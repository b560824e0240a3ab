import type { AgeStatement, StatedPerson } from '#contract/age-statements.ts'
import type { ConsentKind, GivenConsent } from '#contract/consents.ts'
import { api } from '#contract/index.ts'
import type { Reader } from '#server/platform/db/index.ts'
import { AppError } from '#server/platform/errors.ts'
import { route, type Route } from '#server/platform/route.ts'
import { t, type Text } from '#server/texts/index.ts'
import {
  type AgeStatementsDeps,
  everyStatement,
  stateAges,
  statementsAbout,
} from './age-statements.ts'
import {
  type ConsentsDeps,
  consentsOf,
  giveConsent,
  hasConsent,
  listConsents,
  withdrawConsents,
} from './consents.ts'

export interface Consents {
  /** account/consents/ and account/age_statements/. */
  routes: Route[]
  /** Whether somebody agreed to the version that counts now. */
  has(userId: string, kind: ConsentKind): Promise<boolean>
  /** @throws {AppError} `consent_required` */
  require(userId: string, kind: ConsentKind, reader?: Reader): Promise<void>
  /** All that somebody ever agreed to. */
  allOf(userId: string): AsyncIterable<GivenConsent>
  /** Who is in photos and studios, by their ids, where it was stated. */
  peopleIn(
    reader: Reader,
    userId: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, StatedPerson>>
  /** All that somebody ever stated of that. */
  statementsOf(userId: string): AsyncIterable<AgeStatement & { text: string }>
  /** For the deletion of an account. Safe to repeat. */
  forget(userId: string): Promise<void>
}

/** What people agree to apart from the terms. */
export function createConsents(deps: ConsentsDeps & AgeStatementsDeps): Consents {
  const { consents, ageStatements } = api
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
      route(ageStatements.about, async ({ caller, query: { about } }) => ({
        results: await statementsAbout(deps.db.kysely, caller.userId, [about]),
      })),
      route(ageStatements.state, async ({ caller, body }) => ({
        results: await stateAges(deps, caller.userId, body),
      })),
    ],
    has: (userId, kind) => hasConsent(deps.db.kysely, userId, kind),
    async require(userId, kind, reader = deps.db.kysely) {
      if (await hasConsent(reader, userId, kind)) return
      throw new AppError('consent_required', `No consent to ${kind}`, { userMessage: NEEDED[kind] })
    },
    allOf: (userId) => consentsOf(deps, userId),
    async peopleIn(reader, userId, ids) {
      const statements = await statementsAbout(reader, userId, ids)
      return new Map(statements.map(({ about, person }) => [about, person]))
    },
    statementsOf: (userId) => everyStatement(deps.db, userId),
    async forget(userId) {
      const { kysely } = deps.db
      await kysely.deleteFrom('consents').where('user_id', '=', userId).execute()
      await kysely.deleteFrom('age_statements').where('user_id', '=', userId).execute()
    },
  }
}

const NEEDED: Record<ConsentKind, Text> = {
  faces: t('consents.facesNeedConsent'),
}
