import type { Preset } from '#contract/presets.ts'
import type { WildcardListDetail } from '#contract/wildcards.ts'
import type { Db } from '#server/platform/db/index.ts'
import type { Route } from '#server/platform/route.ts'
import { forgetPrompts } from './forget-prompts.ts'
import { pinnedPromptsOf, sweepPastPrompts } from './past-prompts/past-prompts.ts'
import { createPastPromptRoutes } from './past-prompts/routes.ts'
import { presetsOf, sweepPresets } from './presets/presets.ts'
import { createPresetRoutes } from './presets/routes.ts'
import { wildcardsOf } from './wildcards/lists.ts'
import { createWildcardRoutes } from './wildcards/routes.ts'

export interface Prompts {
  /** wildcards, presets, past_prompts. */
  routes: Route[]
  /** Now and then (role cron): forgets what was removed an hour ago. */
  sweep(): Promise<void>
  /** Every list of words of somebody. */
  wildcardsOf(userId: string): AsyncIterable<WildcardListDetail>
  /** Every preset of somebody. */
  presetsOf(userId: string): AsyncIterable<Preset>
  /** Prompts that somebody keeps apart from their jobs. */
  pinnedPromptsOf(userId: string): AsyncIterable<string>
  /** For the deletion of an account. Safe to repeat. */
  forget(userId: string): Promise<void>
}

/** What people keep to write prompts with. */
export function createPrompts(deps: { db: Db }): Prompts {
  return {
    routes: [
      ...createWildcardRoutes(deps),
      ...createPresetRoutes(deps),
      ...createPastPromptRoutes(deps),
    ],
    async sweep() {
      await sweepPresets(deps)
      await sweepPastPrompts(deps)
    },
    wildcardsOf: (userId) => wildcardsOf(deps, userId),
    presetsOf: (userId) => presetsOf(deps, userId),
    pinnedPromptsOf: (userId) => pinnedPromptsOf(deps, userId),
    forget: (userId) => forgetPrompts(deps.db, userId),
  }
}
