import { api } from '#contract/index.ts'
import type { ExportedTrial } from '#contract/trials.ts'
import { createFairSlots, type Visibility } from '#server/domains/media/index.ts'
import { route, type Route } from '#server/platform/route.ts'
import { claimTrial } from './claim-trial.ts'
import type { TrialsDeps } from './deps.ts'
import { readTrial } from './read-trial.ts'
import { sweepTrials } from './sweep-trials.ts'
import { knownTrialFiles, visibilityOfTrial } from './trial-files.ts'
import { forgetTrials, trialsOf } from './trials-of.ts'
import { tryBackgroundRemoval } from './try-background-removal.ts'

/** What strangers may try before they have an account. */
export interface Trials {
  /** Routes under /api/try/. */
  routes: Route[]
  /** Who may see a file of a trial. */
  visibilityOf(storageKey: string): Promise<Visibility>
  /** Those of these files that a trial has. */
  knownFiles(keys: readonly string[]): Promise<Set<string>>
  /** What somebody claimed, newest first. */
  allOf(userId: string): AsyncIterable<ExportedTrial>
  /** For the deletion of an account. Safe to repeat. */
  forget(userId: string): Promise<void>
  /** Every few seconds (role cron): orders what is confirmed by now, removes what is over. */
  sweep(): Promise<void>
}

/** One at a time in a process, so that customers always have a place left. */
const RUNNING = 1
const WAITING = 4

/** Builds the domain of tools that are tried without an account. */
export function createTrials(deps: TrialsDeps): Trials {
  const { db } = deps
  const slots = createFairSlots({ running: RUNNING, waiting: WAITING })
  const { trials } = api
  return {
    routes: [
      route(trials.challenge, () => deps.work.challenge()),
      route(trials.removeBackground, ({ file, texts, ip, signal }) =>
        tryBackgroundRemoval(
          { ...deps, slots },
          { file, altcha: texts['altcha'] ?? '', ip, signal },
        ),
      ),
      route(trials.read, ({ params }) => readTrial(deps, params.token)),
      route(trials.claim, ({ params, caller, signal }) =>
        claimTrial(deps, { token: params.token, caller, signal }),
      ),
    ],
    visibilityOf: (storageKey) => visibilityOfTrial(db, storageKey),
    knownFiles: (keys) => knownTrialFiles(db, keys),
    allOf: (userId) => trialsOf(deps, userId),
    forget: (userId) => forgetTrials(deps, userId),
    sweep: () => sweepTrials(deps),
  }
}
