import { secondFactor } from '#contract/second-factor.ts'
import { type Route, route } from '#server/platform/route.ts'
import type { AccountsContext } from '../types.ts'
import { readSecondFactor } from './factors.ts'
import {
  beginSecondFactor,
  disableSecondFactor,
  finishSecondFactor,
  renewRecoveryCodes,
} from './set-up.ts'

/** The calls of `contract/second-factor.ts`. */
export function secondFactorRoutes(context: AccountsContext): Route[] {
  return [
    route(secondFactor.read, ({ caller }) => readSecondFactor(context.db.kysely, caller.userId)),
    route(secondFactor.begin, ({ caller, body: { password, code }, ip }) =>
      beginSecondFactor(context, { caller, password, code, ip }),
    ),
    route(secondFactor.finish, async ({ caller, body: { code } }) => ({
      recovery_codes: await finishSecondFactor(context, { caller, code }),
    })),
    route(secondFactor.renewCodes, async ({ caller, body: { password, code }, ip }) => ({
      recovery_codes: await renewRecoveryCodes(context, { caller, password, code, ip }),
    })),
    route(secondFactor.disable, async ({ caller, body, ip }) => {
      await disableSecondFactor(context, { caller, password: body?.password, code: body?.code, ip })
      return null
    }),
  ]
}
