import { z } from 'zod'
import type { EngineOperation } from '../spec/index.ts'
import { ServerFile } from './comfy-api.ts'

/** What a request is on the server: enough to find it again after a restart of either. */
const ComfyOperation = z.object({
  /** Id of the client to which the server sends progress. */
  client: z.string(),
  /** Size of the drawing, in pixels. */
  width: z.int(),
  height: z.int(),
  seed: z.int().nullable(),
  /** Nodes that make steps, in their order, with how many. */
  steps: z.array(z.tuple([z.string(), z.int()])),
  /** Index of each picture and id of its prompt. */
  prompts: z.array(z.tuple([z.int(), z.string()])),
  /** The image that is put back around the drawing, and its size. */
  onto: z
    .object({ image: ServerFile, opacity: ServerFile, width: z.int(), height: z.int() })
    .optional(),
  /** The image whose transparency the result keeps. */
  transparency: ServerFile.optional(),
  /** The size of the result is up to the workflow; left out: it is `width` x `height`. */
  hasOwnSize: z.boolean().optional(),
  /** Videos only: how many frames, and the first one where that was given. */
  film: z.object({ frames: z.int(), image: ServerFile.nullable() }).optional(),
})
export type ComfyOperation = z.infer<typeof ComfyOperation>

/** Null for the id of other work. */
export function operationOf({ id }: EngineOperation): ComfyOperation | null {
  try {
    return ComfyOperation.safeParse(JSON.parse(id)).data ?? null
  } catch {
    return null
  }
}
