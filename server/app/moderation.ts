import { createModeration, type Moderation } from '#server/domains/moderation/index.ts'
import type { Engines } from './engines.ts'
import type { AppOptions } from './options.ts'

/** Builds moderation by the operator's words and thresholds, which may change while the program runs. */
export const createAppModeration = (
  { config, log }: AppOptions,
  { classifier }: Pick<Engines, 'classifier'>,
): Moderation =>
  createModeration({
    classifier,
    rules: () => ({ blockedWords: config.moderation.blockedWords }),
    thresholds: config.moderation,
    log,
  })
