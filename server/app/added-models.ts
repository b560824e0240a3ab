import { siteOfUser } from '#server/domains/accounts/index.ts'
import {
  createTrialRunner,
  type Fleet,
  lookAtServiceModels,
  type TrialRunner,
  warnOfPause,
} from '#server/domains/engines/index.ts'
import type { Moderation } from '#server/domains/moderation/index.ts'
import type { Tx } from '#server/platform/db/index.ts'
import type { AppOptions } from './options.ts'
import type { Platform } from './platform.ts'

/** Scheduled work on the models that administrators added to services. */
export interface AddedModels {
  trials: TrialRunner
  /** For cron: looks at what their services have changed. */
  look(): Promise<void>
}

export function createAppAddedModels(
  { config, log }: AppOptions,
  { db, mailer }: Pick<Platform, 'db' | 'mailer'>,
  {
    fleet,
    moderation,
    recordCost,
  }: {
    fleet: Fleet
    moderation: Pick<Moderation, 'judgePicture'>
    recordCost(tx: Tx, spending: { engine: string; kind: string; cost: number }): Promise<void>
  },
): AddedModels {
  const site = siteOfUser({ brand: null, language: null }, config)
  return {
    trials: createTrialRunner({
      db,
      fleet,
      moderation,
      recordCost: (tx, engine, cost) => recordCost(tx, { engine, kind: 'model_sample', cost }),
      log,
    }),
    look: () =>
      lookAtServiceModels({
        db,
        fleet,
        log,
        warnOfPause: (tx, warning) => warnOfPause({ mailer, site }, tx, warning),
      }),
  }
}
