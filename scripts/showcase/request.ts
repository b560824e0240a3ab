import { DEFAULTS } from '#contract/values/jobs/drawing.ts'
import type { ImageRequest } from '#server/engines/spec/index.ts'
import { defaultRequest } from '../default-request.ts'

/** Edge of the pictures of the landing pages. */
export const EDGE = DEFAULTS.size

/** What anyone would ask of the app for a picture of the landing pages. */
export const showcaseRequest = (prompt: string, seed: number): ImageRequest =>
  defaultRequest({ model: 'atelier-v1', prompt, seed, edge: EDGE })
