import type { JobType } from '#contract/prediction-images.ts'
import type { TOOL_FACTS } from '#contract/tool-facts.ts'
import { type ToolKey, TOOLS } from '#contract/tools.ts'
import type { ToolTextKey } from '../texts.ts'

type IdIn<Key> = Key extends `title.${infer Id}` ? Id : never

/** Names a tool's draft in this browser and its texts, by which it is known: `title.<id>`, `verb.<id>`, `intro.<id>`. */
export type ToolId = IdIn<ToolTextKey>

/** What the frame has to know of a tool. */
export interface Tool {
  id: ToolId
  /** Names it in the list of tools; its page shows the jobs that it has there. */
  key: ToolKey
  /** Which model does it, and what it cannot do; null for a tool whose page knows. */
  facts: keyof typeof TOOL_FACTS | null
  /** What the tool made of a photograph, under `/tools/`, with the message that describes it; none of a tool of other people's models. */
  sample?: {
    before: string
    after: string
    width: number
    height: number
    alt: Extract<ToolTextKey, `sample.${string}`>
  }
  /** A photograph to try the tool with, under `/tools/`. */
  trial?: string
}

/** Types of the jobs that a tool orders. */
export const jobTypesOf = ({ key }: Tool): readonly JobType[] => TOOLS[key].jobs
