import type { WordsEngine, WordsRequest, WrittenWords } from '#server/engines/spec/index.ts'

/** Writes what a test says. */
export interface ScriptedWords extends WordsEngine {
  /** Every order, as it came. */
  readonly orders: WordsRequest[]
  /** What it offers from now on. */
  tasks: WordsRequest['task'][]
  /** For the orders that come from now on; a rejection is the engine's failure. */
  script(request: WordsRequest, signal: AbortSignal): Promise<WrittenWords>
}

export const IMPROVED = 'a red fox in deep snow, low winter sun, long shadows, photograph'
export const DESCRIBED = 'a wooden table with a white cup, soft light from the left'

export function createScriptedWords(): ScriptedWords {
  const words: ScriptedWords = {
    orders: [],
    tasks: ['improve_prompt', 'describe_image'],
    script: async ({ task }) => ({
      text: task === 'improve_prompt' ? IMPROVED : DESCRIBED,
      costMicros: 1500,
    }),
    models: async () =>
      words.tasks.map((task) => ({ task, id: task, name: 'Scripted writer', licence: 'MIT' })),
    async write(request, signal) {
      words.orders.push(request)
      return words.script(request, signal)
    },
  }
  return words
}
