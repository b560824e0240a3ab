import type { Operations } from './operation.ts'

/** What is trained: how it is done differs by it. */
export const TRAINED_KINDS = ['person', 'pet', 'style', 'object'] as const
export type TrainedKind = (typeof TRAINED_KINDS)[number]

/** An order to train a LoRA on the pictures of one subject. */
export interface TrainingRequest {
  /** Model version that it is for. */
  model: string
  kind: TrainedKind
  /** What prompts call the subject; left out: nothing. */
  name?: string
  /** What others of the subject's kind are called, as "cat": the model is to know them afterwards too. */
  className: string
  /** Encoded files, each with what it shows. */
  pictures: { image: Uint8Array; caption: string }[]
  /** At most: an engine ends earlier where more of them do not help. Left out: as many as the kind wants. */
  steps?: number
  seed: number
  /** Drawn with what is trained so far, on the way and in the end, from the same noise each time. */
  samplePrompts: string[]
  /** What an earlier attempt told by `onState`; an engine that has something newer by itself goes on from that. */
  state?: Uint8Array
}

/** A LoRA at some step of its training; the last one is the result. */
export interface TrainedModel {
  step: number
  /** File in the safetensors format. */
  data: Uint8Array
  /** Loss after some of the steps so far, by which they can be compared. */
  curve: { step: number; loss: number }[]
  /** PNG files: what the prompts gave. */
  samples: Uint8Array[]
  /** The name by which its engine keeps the result and draws with it; left out if it draws with the file. */
  keptAs?: string
}

/** What an engine may keep of a training. */
export interface KeptTraining {
  /** See `Beginning.key`. */
  key: string
  /** See {@link TrainedModel.keptAs}; null if nothing was made, or the engine draws with the file. */
  keptAs: string | null
}

/** A training that an engine has made elsewhere, for somebody who has not seen any of its work. */
export interface RecordedTraining {
  /** Id of the model version that was trained. */
  model: string
  /** Name of its subject. */
  name: string
  /** Some of the images that went in, and what was drawn with the result: paths of the app's own images. */
  photos: string[]
  images: string[]
  steps: number
  seconds: number
}

/** The part of an engine that trains. */
export interface TrainingEngine extends Operations<TrainingRequest, TrainedModel> {
  /** The company that is given the photos, as people know it; null: they stay on the operator's machines. */
  readonly photosGoTo: string | null
  readonly recorded?: RecordedTraining
  /** Ids of the model versions that can be trained. */
  models(): Promise<string[]>
  /** Has the engine forget all that it still keeps of a training that was deleted. Safe to repeat. */
  forget?(kept: KeptTraining): Promise<void>
}
