import type { ToolName } from '#lib/engine-spec/tool.ts'
import type { WordsTask } from './words.ts'

/** A piece of work that several engines may be able to do: drawing without a model named, a model, a tool, a task in words. */
export type OrderedWork = 'drawing' | `model:${string}` | `tool:${string}` | `words:${string}`

export const workOfModel = (id: string): OrderedWork => `model:${id}`
export const workOfTool = (tool: ToolName): OrderedWork => `tool:${tool}`
export const workOfWords = (task: WordsTask): OrderedWork => `words:${task}`

/** How one of them is chosen. */
export interface EngineOrder {
  /** `auto`: the one that will have it done soonest; `listed`: the first of `engines` that can, then any other. */
  mode: 'auto' | 'listed'
  /** By their names. */
  engines: readonly string[]
}
