import type { Sampler } from '#contract/samplers.ts'
import type {
  EngineHealth,
  ImageCapabilities,
  ImageEngine,
  ImageFeature,
  ImageModel,
} from './image-engine.ts'

export interface EngineModel {
  engine: ImageEngine
  model: ImageModel
  /** Of this engine, so of this model. */
  capabilities: ImageCapabilities
}

export interface EngineStatus {
  name: string
  health: EngineHealth
}

/** What all engines together offer. */
export interface MergedCapabilities {
  models: ImageModel[]
  samplers: Sampler[]
  features: ImageFeature[]
}

/** The configured engines, of which generation picks one by the model that a request names. */
export interface EngineRegistry {
  list(): readonly ImageEngine[]
  get(name: string): ImageEngine | undefined
  /** The first engine that has the model. */
  forModel(modelId: string): Promise<EngineModel | undefined>
  capabilities(): Promise<MergedCapabilities>
  /** Health of every engine, at most five seconds old; an engine that fails to answer is down. */
  health(): Promise<EngineStatus[]>
  dispose(): Promise<void>
}
