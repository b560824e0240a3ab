import type { PictureClassifier } from '#server/engines/spec/index.ts'
import type { Log } from '#server/platform/log.ts'
import { checkLikeness, checkPrompt, type PromptRules, type PromptVerdict } from './check-prompt.ts'
import { type JudgedPicture, judgePicture, type PictureThresholds } from './judge-picture.ts'

export interface Moderation {
  checkPrompt(prompt: string): PromptVerdict
  /** Besides, where a real person is shown. @param negative what is not wanted in the image; left out: no words say that */
  checkLikeness(prompt: string, negative?: string | null): PromptVerdict
  /** @param picture encoded file */
  judgePicture(picture: Uint8Array): Promise<JudgedPicture>
}

export interface ModerationDeps {
  classifier: PictureClassifier
  rules: PromptRules
  thresholds: PictureThresholds
  log: Log
}

/** What may be asked for, and what may be shown. */
export function createModeration({
  classifier,
  rules,
  thresholds,
  log,
}: ModerationDeps): Moderation {
  return {
    checkPrompt: (prompt) => checkPrompt(prompt, rules),
    checkLikeness: (prompt, negative = null) => checkLikeness(prompt, negative),
    judgePicture: (picture) => judgePicture(classifier, picture, thresholds, log),
  }
}
