import { z } from 'zod'
import { ImageToImageParameters, ImageToImageRequest } from './jobs/image-to-image.ts'
import { TextToImageParameters, TextToImageRequest } from './jobs/text-to-image.ts'

/**
 * The request of `inference_jobs/`, `create_or_find/` and `quotes/`: `type` decides what else it has. A new kind of job
 * is a new member of this union and of the one below.
 */
export const GenerationRequest = z.discriminatedUnion('type', [
  TextToImageRequest,
  ImageToImageRequest,
])
export type GenerationRequest = z.output<typeof GenerationRequest>
export type GenerationRequestInput = z.input<typeof GenerationRequest>
/** The types of job that can be asked for. */
export type RequestType = GenerationRequest['type']

/** A job that was not made by any request of today; it is shown and nothing else. */
const OtherParameters = z.looseObject({
  type: z.literal('OTR'),
  width: z.number().int(),
  height: z.number().int(),
})

/** A request as a job keeps it, every default filled in. */
export const GenerationParameters = z.discriminatedUnion('type', [
  TextToImageParameters,
  ImageToImageParameters,
  OtherParameters,
])
export type GenerationParameters = z.infer<typeof GenerationParameters>

/** Of a kind that draws from a prompt. */
export type DrawingRequest = Extract<GenerationRequest, { type: 'TTI' | 'ITI' }>
export type DrawingParameters = Extract<GenerationParameters, { type: 'TTI' | 'ITI' }>

export const isDrawing = (parameters: GenerationParameters): parameters is DrawingParameters =>
  parameters.type === 'TTI' || parameters.type === 'ITI'

/** What was asked for in words; null for a kind that takes none. */
export const promptOf = (parameters: Record<string, unknown>): string | null =>
  typeof parameters['prompt'] === 'string' ? parameters['prompt'] : null
