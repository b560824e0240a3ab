import { z } from 'zod'
import { Life } from './process-life.ts'

/** The files in the folder of one run of a command. */
export const FILES = {
  order: 'order.json',
  life: 'life.json',
  ending: 'ending.json',
  /** Marks that the failure of the run has been reported. */
  reported: 'reported',
  log: 'log.txt',
  output: 'output',
} as const

/** What is run. */
export const RunOrder = z.object({
  command: z.array(z.string()).min(1),
  /** Folder that it is run in. */
  cwd: z.string(),
  /** Folder of the photos. */
  dataset: z.string(),
  mostMs: z.number(),
  begunAt: z.number(),
  /** Steps that earlier runs have done. */
  offset: z.int(),
  /** Steps of all runs together. */
  steps: z.int(),
})
export type RunOrder = z.output<typeof RunOrder>

/** The processes of a run. */
export const Lives = z.object({ runner: Life, command: Life.nullable() })

/** How a run ended. */
export const Ending = z.object({
  code: z.int().nullable(),
  signal: z.string().nullable(),
  /** Why the command could not be run, or was stopped. */
  problem: z.string().nullable(),
  endedAt: z.number(),
})
export type Ending = z.output<typeof Ending>
