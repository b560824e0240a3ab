import type { JobType } from '#contract/prediction-images.ts'
import type { Feature } from '#contract/site.ts'
import type { ToolQuery } from '#web/app/paths.ts'

/** What the frame has to know of a tool. */
export interface Tool {
  /** Names its draft in this browser. */
  id: string
  feature: Feature
  /** Types of the jobs that it starts; the page shows no others. */
  types: readonly JobType[]
  title: string
  /** On the button, as in "Upscale". */
  verb: string
  /** What it does, in a sentence. */
  intro: string
  /** Which model does it, and what it cannot do. */
  limits: string
  link: (query?: ToolQuery) => string
  /** What the tool made of a photograph, under `/tools/`. */
  sample?: { before: string; after: string; alt: string; width: number; height: number }
  /** A photograph to try the tool with, under `/tools/`. */
  trial?: string
}
