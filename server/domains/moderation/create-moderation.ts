import type { PictureClassifier } from '#server/engines/spec/index.ts'
import type { Log } from '#server/platform/log.ts'
import { runInThread } from '#server/platform/threads.ts'
import { checkLikeness, checkPrompt, type PromptRules, type PromptVerdict } from './check-prompt.ts'
import type { PromptToRead } from './prompt-thread.ts'
import { type JudgedPicture, judgePicture, type PictureThresholds } from './judge-picture.ts'

/** Reads what people write. */
export interface PromptChecker {
  checkPrompt(prompt: string): PromptVerdict | Promise<PromptVerdict>
  /** Besides, where a real person is shown. @param negative what is not wanted in the image; left out: no words say that */
  checkLikeness(prompt: string, negative?: string | null): PromptVerdict | Promise<PromptVerdict>
}

export interface Moderation extends PromptChecker {
  checkPrompt(prompt: string): PromptVerdict
  /** Besides, where a real person is shown. @param negative what is not wanted in the image; left out: no words say that */
  checkLikeness(prompt: string, negative?: string | null): PromptVerdict
  /** For the prompts of one request that has many: each is read once, in a thread of its own. */
  ofMany(): PromptChecker
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
    ofMany: () => readOnce(rules),
    judgePicture: (picture) => judgePicture(classifier, picture, thresholds, log),
  }
}

const THREAD = new URL('prompt-thread.ts', import.meta.url)

function readOnce(rules: PromptRules): PromptChecker {
  const read = new Map<string, Promise<PromptVerdict>>()
  const readIn = (asked: PromptToRead): Promise<PromptVerdict> => {
    const key = JSON.stringify('rules' in asked ? [asked.prompt] : [asked.prompt, asked.negative])
    const verdict = read.get(key) ?? runInThread<PromptVerdict>(THREAD, asked)
    read.set(key, verdict)
    return verdict
  }
  return {
    checkPrompt: (prompt) => readIn({ prompt, rules }),
    checkLikeness: (prompt, negative = null) => readIn({ prompt, negative }),
  }
}
