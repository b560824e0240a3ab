import { api } from '#contract/index.ts'
import type { Db } from '#server/platform/db/index.ts'
import { route, type Route } from '#server/platform/route.ts'
import { hidePrompt, listPastPrompts, pinPrompt, restorePrompt } from './past-prompts.ts'

/** Routes under /api/past_prompts/. */
export function createPastPromptRoutes(deps: { db: Db }): Route[] {
  const { pastPrompts } = api
  return [
    route(pastPrompts.list, async ({ caller }) => ({
      results: await listPastPrompts(deps, caller.userId),
    })),
    route(pastPrompts.change, ({ caller, params, body }) =>
      pinPrompt(deps, caller.userId, { id: params.id, pinned: body.pinned }),
    ),
    route(pastPrompts.remove, async ({ caller, params }) => {
      await hidePrompt(deps, caller.userId, params.id)
      return null
    }),
    route(pastPrompts.restore, async ({ caller, params }) => {
      await restorePrompt(deps, caller.userId, params.id)
      return null
    }),
  ]
}
