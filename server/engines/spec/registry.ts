import type { Engine, EngineHealth } from './engine.ts'
import type { ImageEngine, ImageModel } from './image.ts'
import type { ToolEngine, ToolModel, ToolName } from './tool.ts'

/** A model that draws, and whose it is. */
export interface FoundImageModel {
  engine: Engine
  /** Of the engine. */
  image: ImageEngine
  model: ImageModel
}

/** What does a tool's work, and whose it is. */
export interface FoundTool {
  engine: Engine
  /** Of the engine. */
  tool: ToolEngine
  model: ToolModel
}

export interface EngineStatus {
  name: string
  health: EngineHealth
}

/** The configured engines, of which generation picks one by what a job asks for. */
export interface EngineRegistry {
  /** The preferred one first. */
  list(): readonly Engine[]
  get(name: string): Engine | undefined
  /** Every model that draws, of all engines, the preferred one first. */
  imageModels(): Promise<readonly FoundImageModel[]>
  /** The first engine that has the model. */
  findImageModel(id: string): Promise<FoundImageModel | undefined>
  /** The first engine that has the tool. */
  findTool(tool: ToolName): Promise<FoundTool | undefined>
  /** Health of every engine, at most five seconds old; an engine that fails to answer is down. */
  health(): Promise<EngineStatus[]>
  dispose(): Promise<void>
}
