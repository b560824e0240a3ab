import { api } from '#contract/index.ts'
import { Reply, type Route, route } from '#server/platform/route.ts'
import { changeBrand, changeLogo, undoBrand } from './brands/change-brand.ts'
import { listBrands } from './brands/list-brands.ts'
import type { InstallationContext } from './context.ts'
import { changeSettings } from './settings/change-settings.ts'
import { listSettings } from './settings/list-settings.ts'
import { applyDueChanges, cancelPlanned, planChange, undoChange } from './settings/plan-settings.ts'
import { listChanges } from './settings/setting-history.ts'
import { testSettings } from './settings/test-settings.ts'
import { checkSetupToken, openSetup } from './setup/open-setup.ts'
import { setupLink } from './setup/setup-link.ts'
import { markStep, readSetup } from './setup/setup-steps.ts'

/** How this installation is set up, by its operator in the browser. */
export interface Installation {
  routes: Route[]
  /** For cron: stores changes of settings whose time has come. */
  applyDueChanges(): Promise<void>
  /** The one-time address of the setup; null once there is an administrator, or where another machine has it. */
  setupLink(options: { isAsked: boolean }): Promise<string | null>
}

const userAgentOf = ({ 'user-agent': value }: Readonly<Record<string, unknown>>): string | null =>
  typeof value === 'string' && value !== '' ? value : null

function setupRoutes(context: InstallationContext): Route[] {
  const { setup, adminSetup } = api
  return [
    route(setup.read, async () => ({ open: !(await context.accounts.hasAdministrator()) })),
    route(setup.check, async ({ body: { token }, ip }) => {
      await checkSetupToken(context, { token, ip })
      return null
    }),
    route(setup.open, async ({ body, ip, headers }) => {
      const { first_name: firstName, last_name: lastName, ...rest } = body
      const userAgent = userAgentOf(headers)
      return new Reply(
        201,
        await openSetup(context, { ...rest, firstName, lastName, ip, userAgent }),
      )
    }),
    route(adminSetup.list, () => readSetup(context)),
    route(adminSetup.mark, ({ caller, params, body }) =>
      markStep(context, caller.userId, { name: params.step, state: body.state }),
    ),
  ]
}

/** Builds the domain of the installation: setup, settings and brands. */
export function createInstallation(context: InstallationContext): Installation {
  const { adminSettings, adminBrands } = api
  return {
    applyDueChanges: () => applyDueChanges(context),
    setupLink: (options) => setupLink(context, options),
    routes: [
      ...setupRoutes(context),
      route(adminSettings.list, async () => ({ results: await listSettings(context) })),
      route(adminSettings.change, async ({ caller, body }) => ({
        results: await changeSettings(context, caller.userId, body),
      })),
      route(adminSettings.changes, ({ query }) => listChanges(context.db.kysely, query)),
      route(
        adminSettings.plan,
        async ({ caller, body }) => new Reply(201, await planChange(context, caller.userId, body)),
      ),
      route(adminSettings.cancelPlan, async ({ caller, params: { id } }) => {
        await cancelPlanned(context, caller.userId, id)
        return null
      }),
      route(adminSettings.undo, async ({ caller, params: { id } }) => ({
        results: await undoChange(context, caller.userId, id),
      })),
      route(adminSettings.test, ({ caller, body: { what, changes = {} } }) =>
        testSettings(context, { what, email: caller.email, changes }),
      ),
      route(adminBrands.list, async () => ({ results: await listBrands(context.db) })),
      route(
        adminBrands.change,
        ({ caller, params: { id }, body: { changed_at: seen, ...changes } }) =>
          changeBrand(context, { actorId: caller.userId, id, seen, changes }),
      ),
      route(adminBrands.changeLogo, ({ caller, params: { id }, file }) =>
        changeLogo(context, caller.userId, { id, file }),
      ),
      route(adminBrands.removeLogo, ({ caller, params: { id } }) =>
        changeBrand(context, { actorId: caller.userId, id, changes: { logo: null } }),
      ),
      route(adminBrands.undo, ({ caller, params: { id }, body: { changed_at: seen } }) =>
        undoBrand(context, { actorId: caller.userId, id, seen }),
      ),
    ],
  }
}
