/** What reads prompts in a thread of its own. */
import { checkLikeness, checkPrompt, type PromptRules, type PromptVerdict } from './check-prompt.ts'

/** One prompt; with a `negative`, also an empty one, as where a real person is shown. */
export type PromptToRead = { prompt: string } & (
  | { rules: PromptRules }
  | { negative: string | null }
)

export default function readPrompt(asked: PromptToRead): PromptVerdict {
  return 'rules' in asked
    ? checkPrompt(asked.prompt, asked.rules)
    : checkLikeness(asked.prompt, asked.negative)
}
