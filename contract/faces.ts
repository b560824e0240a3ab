import { z } from 'zod'
import { Said } from './said.ts'

/** A face of a picture. */
export const Face = z.object({
  /** Its number; the largest face is 0. */
  index: z.number().int(),
  /** Left, top, width and height in pixels of the picture. */
  box: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  /** Shorter side of the box, pixels. */
  size: z.number().int(),
  /** How far the head is turned to its left (positive) or right, degrees. */
  yaw: z.number(),
  /** Why it cannot be used at all; null: it can. */
  problem: Said.nullable(),
  /** Why it cannot be put in the place of another; null: it can. */
  source_problem: Said.nullable(),
  /** Why no other can be put in its place; null: one can. */
  target_problem: Said.nullable(),
  /** What would make the result better. */
  warnings: z.array(Said),
})
export type Face = z.infer<typeof Face>

export const Faces = z.object({ results: z.array(Face) })
export type Faces = z.infer<typeof Faces>
/** As the server writes them: their texts may be keys and their values. */
export type UnsaidFaces = z.input<typeof Faces>
