import type { Operations } from './operation.ts'

/** An order to train a LoRA on the pictures of one subject. */
export interface TrainingRequest {
  /** Model version that it is for. */
  model: string
  /** Encoded files, each with what it shows. */
  pictures: { image: Uint8Array; caption: string }[]
  steps: number
  seed: number
}

/** A LoRA at some step of its training; the last one is the result. */
export interface TrainedModel {
  step: number
  /** File in the safetensors format. */
  data: Uint8Array
}

/** The part of an engine that trains. */
export interface TrainingEngine extends Operations<TrainingRequest, TrainedModel> {
  /** Ids of the model versions that can be trained. */
  models(): Promise<string[]>
}
