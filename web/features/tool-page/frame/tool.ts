import type { JobType } from '#contract/prediction-images.ts'
import type { TOOL_FACTS } from '#contract/tool-facts.ts'
import { type ToolKey, TOOLS } from '#contract/tools.ts'

/** What the frame has to know of a tool. */
export interface Tool {
  /**
   * Names it in the list of tools, and its draft in this browser; its page shows the jobs that it has there. Its texts are
   * `name.<key>`, `action.<key>`, `intro.<key>` and, of the sample, `sample.<key>` in `tool-names.json`.
   */
  key: ToolKey
  /** Which model does it, and what it cannot do; null for a tool whose page knows. */
  facts: keyof typeof TOOL_FACTS | null
  /** What the tool made of a photograph, under `/tools/`; none of a tool of other people's models. */
  sample?: {
    before: string
    after: string
    width: number
    height: number
  }
  /** A photograph to try the tool with, under `/tools/`. */
  trial?: string
}

/** Types of the jobs that a tool orders. */
export const jobTypesOf = ({ key }: Tool): readonly JobType[] => TOOLS[key].jobs
