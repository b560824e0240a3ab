import { Tensor } from 'onnxruntime-node'
import { InferenceSession } from '../onnx/inference-session.ts'
import type { DenoiserShapes, LoraMatrix } from './training-graph.ts'
import { STEP, writeTrainingGraph } from './training-graph.ts'

/** What a step learns from: numbers for the denoiser's inputs, and what it should have said. */
export interface TrainingBatch {
  /** By input, in the shapes that the step was opened for. */
  inputs: Readonly<Record<string, Float32Array>>
  target: Float32Array
  /** How much each of the batch counts. */
  weights: Float32Array
}

/** The loss of a batch, and which way each matrix would lessen it. */
export interface StepResult {
  loss: number
  /** As the matrices. */
  gradients: Float32Array[]
}

/** A training step of a denoiser, loaded. */
export interface TrainingStep {
  matrices: readonly LoraMatrix[]
  /** @param values of the matrices, in their order */
  run(batch: TrainingBatch, values: readonly Float32Array[]): Promise<StepResult>
  /** Gives the memory back; nothing may be asked afterwards. */
  release(): Promise<void>
}

/** @throws EngineError `model_broken` for a network that cannot be trained */
export async function openTrainingStep(
  modelDir: string,
  shapes: DenoiserShapes,
  { rank, threads }: { rank: number; threads: number },
): Promise<TrainingStep> {
  const { bytes, folder, matrices } = await writeTrainingGraph(modelDir, shapes, rank)
  const session = await InferenceSession.create(bytes, {
    executionProviders: ['cpu'],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    logSeverityLevel: 3,
    extra: {
      session: {
        intra_op: { allow_spinning: '0' },
        model_external_initializers_file_folder_path: folder,
      },
    },
  })
  const ones = shapes.sample.map((size, axis) => (axis === 0 ? size : 1))
  return {
    matrices,
    async run({ inputs, target, weights }, values) {
      const feeds: Record<string, Tensor> = {
        [STEP.target]: new Tensor('float32', target, shapes.sample),
        [STEP.weights]: new Tensor('float32', weights, ones),
      }
      for (const [name, numbers] of Object.entries(inputs))
        feeds[name] = new Tensor('float32', numbers, shapes[name])
      for (const [i, { input, shape }] of matrices.entries())
        feeds[input] = new Tensor('float32', values[i]!, shape)
      const results = await session.run(feeds)
      return {
        loss: (results[STEP.loss]!.data as Float32Array)[0]!,
        gradients: matrices.map(({ gradient }) => results[gradient]!.data as Float32Array),
      }
    },
    release: () => session.release(),
  }
}
