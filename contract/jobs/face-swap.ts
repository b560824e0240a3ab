import { z } from 'zod'
import { Id } from '../common.ts'
import { InputPicture, toolParameters } from './tool.ts'
import { fault } from '../said.ts'
import { FACE_LIMITS } from '../values/jobs/face-swap.ts'

/**
 * What somebody who swaps a face states. A job keeps the version that was agreed to: a text that changes needs a new
 * one.
 */
export const FACE_STATEMENT = {
  version: '2026-12',
  text: 'The faces in these images are mine, or belong to adults who have agreed to this swap. None of them is a child’s.',
} as const

/** Number of a face, as `faces/` lists them. */
const FaceIndex = z.int().min(0).max(99)
const Pairs = z
  .array(z.strictObject({ source: FaceIndex, target: FaceIndex }))
  .min(1)
  .max(FACE_LIMITS.pairs)

const common = {
  /** Where the faces come from. */
  source_image: InputPicture,
  /** What is changed, and only where its faces are. */
  target_image: InputPicture,
  /** One face for one; default the largest of both. */
  source_face: FaceIndex.optional(),
  target_face: FaceIndex.optional(),
  /** Several at once, instead of `source_face` and `target_face`. */
  pairs: Pairs.optional(),
}

/** Puts faces of one picture in the place of faces of another. */
export const FaceSwapRequest = z.strictObject({
  type: z.literal('FS'),
  ...common,
  /** Says that `FACE_STATEMENT` is true. */
  consent: z.literal(true, fault('jobs.confirmFaces')),
  quote: Id.optional(),
})

export const FaceSwapParameters = z.looseObject({
  type: z.literal('FS'),
  ...common,
  consent: z.literal(true),
  /** Version of the statement that the job's owner agreed to when the job was made. */
  consent_version: z.string(),
  ...toolParameters,
})
