/** What can lie behind a subject. */
import { z } from 'zod'
import { InputPicture } from './tool.ts'
import { fault } from '../said.ts'

/** `#rrggbb` */
export const Color = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, fault('common.colorNeeded'))
  .describe('#rrggbb')

export const Gradient = z.strictObject({
  from: Color,
  to: Color,
  /** Where it goes, degrees clockwise: 0 upwards, 90 to the right, 180 downwards. */
  angle: z.int().min(0).max(359).default(180),
})

/** At most one of them. */
export const backgroundFields = {
  color: Color.optional(),
  gradient: Gradient.optional(),
  /** A picture that is scaled to cover the subject's and cut in the middle. */
  background_image: InputPicture.optional(),
}
