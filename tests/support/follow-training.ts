import type {
  Engine,
  EngineOperation,
  OperationProgress,
  TrainedModel,
  TrainingRequest,
} from '#server/engines/spec/index.ts'
import { makePng } from './pictures.ts'

/** An order to train on two small pictures of a person. */
export const trainingOrder = async (
  change: Partial<TrainingRequest> = {},
): Promise<TrainingRequest> => ({
  model: 'flux-dev',
  kind: 'person',
  className: 'person',
  pictures: [
    { image: await makePng(64, 64), caption: 'a photo of a person' },
    { image: await makePng(64, 64), caption: 'in a park' },
  ],
  seed: 7,
  samplePrompts: [],
  ...change,
})

/** Follows a training to its end, with all that it tells. */
export async function followTraining(engine: Engine, operation: EngineOperation) {
  const models: TrainedModel[] = []
  const progress: OperationProgress[] = []
  const result = await engine.training!.follow(operation, {
    onProgress: (one) => void progress.push(one),
    onOutput: async (model) => void models.push(model),
  })
  return { models, progress, result }
}
