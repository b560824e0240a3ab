import type { PictureClassifier } from '#server/engines/spec/index.ts'
import type { Log } from '#server/platform/log.ts'
import { runInThread } from '#lib/threads.ts'
import { checkLikeness, checkWords, type PromptRules, type PromptVerdict } from './check-prompt.ts'
import type { PromptToRead } from './prompt-thread.ts'
import { createVerdictMemory, type VerdictMemory } from './verdict-memory.ts'
import { type JudgedPicture, judgePicture, type PictureThresholds } from './judge-picture.ts'

/** Reads what people write. */
export interface PromptChecker {
  /** The rules by which it reads; words that were judged by other rules are judged again. */
  readonly rules: PromptRules
  checkPrompt(prompt: string): PromptVerdict | Promise<PromptVerdict>
  /** Besides, where a real person is shown. @param negative what is not wanted in the image; left out: no words say that */
  checkLikeness(prompt: string, negative?: string | null): PromptVerdict | Promise<PromptVerdict>
}

export interface Moderation extends PromptChecker {
  /** For the prompts of one request that has many: each is read once, in a thread of its own. */
  ofMany(): PromptChecker
  /** @param picture encoded file */
  judgePicture(picture: Uint8Array): Promise<JudgedPicture>
}

export interface ModerationDeps {
  classifier: PictureClassifier
  /** Asked at each use. */
  rules(): PromptRules
  /** Read at each use. */
  thresholds: PictureThresholds
  log: Log
}

const THREAD = new URL('prompt-thread.ts', import.meta.url)
/** Characters that are read at once: to send them to a thread takes longer. */
const READ_HERE = 300

/** By what a verdict on a prompt is remembered; other rules may judge it otherwise. */
const wordsOf = (prompt: string, { blockedWords }: PromptRules) => [
  prompt,
  blockedWords.join('\n'),
  null,
]

/** What may be asked for, and what may be shown. */
export function createModeration({
  classifier,
  rules,
  thresholds,
  log,
}: ModerationDeps): Moderation {
  // A price is asked for, then the same is ordered.
  const memory = createVerdictMemory()
  return {
    get rules() {
      return rules()
    },
    checkPrompt(prompt) {
      const now = rules()
      return memory.recall(wordsOf(prompt, now), () => {
        const verdict = prompt.length > READ_HERE ? null : checkWords(prompt, now)
        return verdict ?? runInThread(THREAD, { prompt, rules: now } satisfies PromptToRead)
      })
    },
    checkLikeness: (prompt, negative = null) =>
      memory.recall([prompt, negative], () =>
        prompt.length + (negative?.length ?? 0) > READ_HERE
          ? runInThread(THREAD, { prompt, negative } satisfies PromptToRead)
          : checkLikeness(prompt, negative),
      ),
    ofMany: () => readOnce(rules(), memory),
    judgePicture: (picture) => judgePicture(classifier, picture, thresholds, log),
  }
}

function readOnce(rules: PromptRules, memory: VerdictMemory): PromptChecker {
  const read = new Map<string, Promise<PromptVerdict>>()
  const readIn = (asked: PromptToRead): Promise<PromptVerdict> => {
    const words =
      'rules' in asked ? wordsOf(asked.prompt, asked.rules) : [asked.prompt, asked.negative]
    const key = JSON.stringify(words)
    const verdict =
      read.get(key) ??
      Promise.resolve(memory.recall(words, () => runInThread<PromptVerdict>(THREAD, asked)))
    read.set(key, verdict)
    return verdict
  }
  return {
    rules,
    checkPrompt: (prompt) => readIn({ prompt, rules }),
    checkLikeness: (prompt, negative = null) => readIn({ prompt, negative }),
  }
}
