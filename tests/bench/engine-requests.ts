import type { ImageEngine, ImageRequest } from '#server/engines/spec/index.ts'

export const OWN_MODEL = { dir: 'models/text-to-image', id: 'atelier-v1' }

/** Four pictures of 512 x 512 in 20 steps, unless told otherwise. */
export function requestOf(seed: number, changes: Partial<ImageRequest> = {}): ImageRequest {
  return {
    type: 'TTI',
    model: OWN_MODEL.id,
    prompt: 'a red apple 3d style',
    negativePrompt: '',
    width: 512,
    height: 512,
    indexes: [0, 1, 2, 3],
    seed,
    steps: 20,
    guidanceScale: 4,
    sampler: 'Euler a',
    loras: [],
    ...changes,
  }
}

/** Draws a request to its end and throws its pictures away. */
export async function draw(engine: ImageEngine, request: ImageRequest): Promise<void> {
  await engine.follow(await engine.start(request), {
    onProgress: () => undefined,
    onOutput: async () => undefined,
  })
}
