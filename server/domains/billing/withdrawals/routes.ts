import { withdrawals as api } from '#contract/withdrawals.ts'
import { type Route, route } from '#server/platform/route.ts'
import type { BillingContext } from '../context.ts'
import {
  confirmByLink,
  confirmWithdrawal,
  listWithdrawals,
  startByLink,
  startWithdrawal,
} from './withdraw.ts'

/** billing/withdrawals/, and the same by the link of a receipt. */
export function withdrawalRoutes(context: BillingContext): Route[] {
  return [
    route(api.list, ({ caller }) => listWithdrawals(context, caller.userId)),
    route(api.start, ({ caller: { userId }, body: { payment } }) =>
      startWithdrawal(context, { userId, payment }),
    ),
    route(api.confirm, ({ caller: { userId }, params: { id } }) =>
      confirmWithdrawal(context, { userId, id }),
    ),
    route(api.startByLink, ({ body: { token } }) => startByLink(context, token)),
    route(api.confirmByLink, ({ body: { token } }) => confirmByLink(context, token)),
  ]
}
