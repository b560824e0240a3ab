import type {
  Engine,
  EngineImage,
  EngineOperation,
  ImageRequest,
  OperationProgress,
  OperationResult,
} from '#server/engines/spec/index.ts'

/** A small request, complete but for its model. */
export const SMALL_REQUEST: Omit<ImageRequest, 'model'> = {
  type: 'TTI',
  prompt: 'a fox',
  negativePrompt: '',
  width: 64,
  height: 64,
  indexes: [0],
  seed: 10,
  steps: 4,
  guidanceScale: 7,
  sampler: 'DPM++ 2M Karras',
  loras: [{ model: 'film', weight: 0.8 }],
}

export interface Followed {
  images: EngineImage[]
  progress: OperationProgress[]
}

/** Follows work to its end; `into` holds what came, also of work that fails; `seen` is called with each progress. */
export async function followImages(
  engine: Engine,
  operation: EngineOperation,
  into: Followed = { images: [], progress: [] },
  seen?: (progress: OperationProgress) => void,
): Promise<Followed & { result: OperationResult }> {
  const result = await engine.image!.follow(operation, {
    onProgress(progress) {
      into.progress.push(progress)
      seen?.(progress)
    },
    onOutput: async (image) => {
      into.images.push(image)
    },
  })
  return { ...into, result }
}
