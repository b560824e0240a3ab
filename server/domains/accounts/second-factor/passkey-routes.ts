import { passkeys as api } from '#contract/passkeys.ts'
import { type Route, route } from '#server/platform/route.ts'
import type { AccountsContext } from '../types.ts'
import { beginPasskey, finishPasskey } from './add-passkey.ts'
import { listPasskeys } from '../passkeys/passkeys.ts'
import { relyingPartyOf } from '../passkeys/relying-party.ts'
import { removePasskey } from './remove-passkey.ts'

/** The calls of `contract/passkeys.ts`. */
export function passkeyRoutes(context: AccountsContext): Route[] {
  const siteAt = (host: string) => relyingPartyOf(host, context.config.publicUrl)
  return [
    route(api.list, async ({ caller }) => ({
      results: await listPasskeys(context.db.kysely, caller.userId),
    })),
    route(api.begin, ({ caller, body: { password, code }, ip, host }) =>
      beginPasskey(context, { caller, password, code, ip, site: siteAt(host) }),
    ),
    route(api.finish, ({ caller, body, host }) =>
      finishPasskey(context, { caller, ...body, site: siteAt(host) }),
    ),
    route(api.remove, async ({ caller, params, body, ip }) => {
      const { password, code } = body ?? {}
      await removePasskey(context, { caller, id: params.id, password, code, ip })
      return null
    }),
  ]
}
