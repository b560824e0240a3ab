import type { Finish } from '#contract/jobs/finishes.ts'
import type {
  DrawnAfter,
  FoundThings,
  LoraSubject,
  SubjectName,
  ThingSearch,
  Understanding,
} from '#lib/engine-spec/index.ts'
import type { EnlargerKind } from './enlarger/enlarger-kind.ts'
import type { ModelDescription } from './model/model-folder.ts'
import { modelBroken } from '../model-files.ts'
import type { PictureSize } from './picture-size.ts'
import type { LatentSize, Networks, Planes } from './networks.ts'
import type { Runtime } from '../onnx/runtime.ts'
import type { RunLane } from './run-lane.ts'
import type { Denoise } from './samplers/sampler.ts'
import type { Tokenizer } from './tokenizer/tokenizer.ts'

/**
 * What one model brings beyond the networks of the layout, and only it: the pipeline asks for help here and knows nothing
 * of how it comes about. A model folder names its companion in `model.json`; most have none.
 */
export interface ModelCompanion {
  /** Enlarges the pictures of this model; null: by the enlarger of all others. */
  enlarger: EnlargerKind | null
  /**
   * Prepares guidance for a prompt.
   *
   * @param steps that are made
   * @returns null if drawings of this model are not guided
   */
  guide(prompt: GuidedPrompt, steps: number): Promise<PromptGuide | null>
  /** Gives the memory back; nothing may be asked afterwards. */
  release(): Promise<void>
}

export interface GuidedPrompt {
  prompt: string
  /** Empty where it does not count. */
  negativePrompt: string
  /** Left out: with a background. */
  finish?: Finish | undefined
  /** What a LoRA of the request was trained on; left out: nothing that can be shown. */
  subject?: LoraSubject
}

export interface PromptGuide {
  /** What guides in a step, from 1; the very same object for steps that are guided alike. */
  at(step: number): StepGuide
}

export interface StepGuide {
  /** Null if there is nothing to guide this picture by. */
  guidePicture(picture: GuidedPicture): Promise<PictureGuidance | null>
}

/** A picture that is about to be drawn. */
export interface GuidedPicture {
  /** Seed of everything random but the noise. */
  seed: number
  size: LatentSize
  lane: RunLane
  /** Null if it starts from nothing but noise. */
  source: DrawnSource | null
}

/** The picture that a drawing starts from, in its frame. */
export interface DrawnSource {
  picture: Planes
  /** Pixels that are redrawn: 1, else 0; null for all. */
  repainted: Uint8Array | null
  /** Whether what is redrawn lies around the source. */
  isAdded: boolean
  /** 0 to 1. */
  strength: number
}

/** How one picture is guided. */
export interface PictureGuidance {
  /** Latents that the denoiser is shown beside its own: see {@link Networks.predict}. */
  neighbours: Float32Array
  /** What leads it, each thing once; empty if nothing of a collection does. */
  drawnAfter: readonly DrawnAfter[]
  /** How much of the guidance scale is left: 1 is none. */
  temper(guidanceScale: number): number
  /** The denoiser with what it expects led. */
  lead(denoise: Denoise): Denoise
  /** Lays on the picture in its full size what no network drew; left out: nothing. */
  finish?: FinishPicture
  /** Makes all but the things transparent, after that; left out: it stays a whole picture. Four values a pixel come out. */
  cutOut?: FinishPicture
  /** Whether a decoded picture shows what the prompt is about; left out: that cannot be told. */
  showsMainThing?(picture: Planes): Promise<boolean>
}

/** What becomes of a picture once it is decoded. */
export type PictureEnd = Pick<PictureGuidance, 'finish' | 'cutOut' | 'showsMainThing'>

/** Changes a picture, of which it is given red, green and blue of each pixel. */
export type FinishPicture = (pixels: Uint8Array, size: PictureSize) => Promise<Uint8Array>

/** A kind of companion, which any number of model folders may name. */
export interface CompanionKind {
  /** Files that count as weights: those that lie in the folder, relative to it, always in the same order. */
  weightFiles(modelDir: string): Promise<string[]>
  /** Reads prompts without the networks, if the folder is one of a model that knows only some things. Throws EngineError `model_broken`. */
  openReader?(modelDir: string): Promise<PromptReader | null>
  /** Throws EngineError `model_broken`. */
  load(model: CompanionModel, runtime: Runtime): Promise<ModelCompanion>
}

/** Says what of a prompt would be drawn. */
export interface PromptReader {
  /**
   * @param steps that would be made: words may change over them
   * @param asked.subject of a LoRA that goes with the prompt
   * @param asked.isAlone whether nothing is to be behind its things
   */
  understand(
    prompt: string,
    steps: number,
    asked?: { subject?: SubjectName | undefined; isAlone?: boolean },
  ): Promise<Understanding>
  /** The things that prompts can name. */
  things(search: ThingSearch, range: { from: number; count: number }): Promise<FoundThings>
}

/** The model that a companion is loaded for. */
export interface CompanionModel {
  description: ModelDescription
  networks: Networks
  tokenizer: Tokenizer
}

/** The kinds that the engine has, by the names that folders call them. */
export type Companions = Readonly<Record<string, CompanionKind>>

/** @throws EngineError `model_broken`, also for a companion that the engine does not have */
export async function loadCompanion(
  model: CompanionModel,
  companions: Companions,
  runtime: Runtime,
): Promise<ModelCompanion | null> {
  const { dir, companion: name } = model.description
  if (name === null) return null
  const kind = companions[name]
  if (!kind) throw modelBroken(dir, `needs the companion ${name}, which this engine does not have`)
  return kind.load(model, runtime)
}
