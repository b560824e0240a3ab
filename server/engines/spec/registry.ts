import type { EngineHealth } from '#lib/engine-spec/health.ts'
import type { Engine } from './engine.ts'
import type { EngineOrder, OrderedWork } from './engine-order.ts'
import type { ImageEngine, ImageModel } from '#lib/engine-spec/image.ts'
import type { PausedBy } from './service-models.ts'
import type { ToolEngine, ToolModel, ToolName } from '#lib/engine-spec/tool.ts'
import type { VideoEngine, VideoModel } from '#lib/engine-spec/video.ts'
import type { WordsEngine, WordsModel, WordsTask } from './words.ts'

/** A model that draws, and the engine that has it. */
export interface FoundImageModel {
  engine: Engine
  /** The part of `engine` that does the work. */
  image: ImageEngine
  model: ImageModel
}

/** A tool's model, and the engine that has it. */
export interface FoundTool {
  engine: Engine
  /** The part of `engine` that does the work. */
  tool: ToolEngine
  model: ToolModel
}

/** Who makes videos, and the engine that has it. */
export interface FoundVideoModel {
  engine: Engine
  /** The part of `engine` that does the work. */
  video: VideoEngine
  model: VideoModel
}

/** Who writes, and the engine that has it. */
export interface FoundWordsModel {
  engine: Engine
  /** The part of `engine` that does the work. */
  words: WordsEngine
  model: WordsModel
}

export interface EngineStatus {
  name: string
  health: EngineHealth
}

/** Engines that come and go while the program runs. */
export interface ChangingRegistry extends EngineRegistry {
  /** @param engines in the order of preference; names must differ. Those that are left out are not disposed of. */
  replace(engines: readonly Engine[]): void
  /** What administrators have said of who does what; other work goes to whom it went without a word. */
  setOrders(orders: ReadonlyMap<OrderedWork, EngineOrder>): void
  /** To be called when an engine takes other work than before: nothing that is remembered of it is used. */
  forget(): void
}

/** The configured engines, of which the domain jobs picks one by what a job asks for. */
export interface EngineRegistry {
  /** The engines that there are now, the preferred one first. */
  list(): readonly Engine[]
  get(name: string): Engine | undefined
  /** Every model that draws from words, of all engines, the preferred one first. */
  imageModels(): Promise<readonly FoundImageModel[]>
  /**
   * Of the engines that have the model the one that administrators prefer; if they have said nothing, the one of those with
   * the very same weights that will have it done soonest.
   * @param canDraw whether an engine's model has all that is asked of it: one that has goes before those that have not
   */
  findImageModel(
    id: string,
    canDraw?: (model: FoundImageModel['model']) => boolean,
  ): Promise<FoundImageModel | undefined>
  /** Whether a model, of images or of a tool, is that of an engine which takes no new work now. */
  isResting(id: string): Promise<boolean>
  /**
   * The engine that has the tool: the first, if administrators have said nothing else.
   * @param withOptions only one that takes more than pictures, which is not {@link ToolModel.plain}; default: any
   * @param canDo whether an engine has all that is asked of the tool: one that has goes before those that have not
   */
  findTool(
    tool: ToolName,
    withOptions?: boolean,
    canDo?: (found: FoundTool) => boolean,
  ): Promise<FoundTool | undefined>
  /** The engine that does a task in words: the first that can now. */
  findWords(task: WordsTask): Promise<FoundWordsModel | undefined>
  /** Who makes videos, each once, the preferred engine first. */
  videoModels(): Promise<readonly FoundVideoModel[]>
  /** Health of every engine, at most five seconds old; an engine that fails to answer is down. */
  health(): Promise<EngineStatus[]>
  /** Why a model takes no orders that an engine has; undefined: none has it, or it does. */
  whyPaused(model: string): PausedBy | undefined
  /** Calls back whenever engines came or went, or take other work than before. */
  onChange(listener: () => void): void
  dispose(): Promise<void>
}
