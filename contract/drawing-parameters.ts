import type { GenerationParameters } from './generation-request.ts'

export type DrawingParameters = Extract<GenerationParameters, { type: 'TTI' | 'ITI' }>

export const isDrawing = (parameters: { type: string }): parameters is DrawingParameters =>
  parameters.type === 'TTI' || parameters.type === 'ITI'

/** The words that an image was asked for in; null for a kind that takes none. */
export const promptOf = (parameters: Record<string, unknown>): string | null =>
  typeof parameters['prompt'] === 'string' ? parameters['prompt'] : null
