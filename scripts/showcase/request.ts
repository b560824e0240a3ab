import type { ImageRequest } from '#server/engines/spec/index.ts'

/** Edge of the pictures of the landing pages. */
export const EDGE = 512

export const SAMPLER = 'Euler a'

/** What anyone would ask of the app for a picture of the landing pages. */
export function showcaseRequest(prompt: string, seed: number): ImageRequest {
  return {
    type: 'TTI',
    model: 'atelier-v1',
    prompt,
    negativePrompt: '',
    width: EDGE,
    height: EDGE,
    indexes: [0],
    seed,
    steps: 20,
    guidanceScale: 4,
    sampler: SAMPLER,
    loras: [],
  }
}
