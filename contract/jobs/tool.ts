/** What the kinds that change a picture have in common. */
import { z } from 'zod'
import { Id } from '../common.ts'

/** An own upload, or a delivered picture that is own or public. */
export const InputPicture = Id

/** Fields of a job beside those of its request: the size of what comes of it, pixels. */
export const toolParameters = { width: z.number().int(), height: z.number().int() }
