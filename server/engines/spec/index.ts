export * from './engine.ts'
export * from './engine-error.ts'
export * from './guard.ts'
export * from './image.ts'
export * from './image-source.ts'
export * from './lane.ts'
export * from './looks-young.ts'
export * from './operation.ts'
export * from './output.ts'
export * from './picture-classifier.ts'
export * from './refine.ts'
export * from './registry.ts'
export * from './sample-request.ts'
export * from './service-models.ts'
export * from './tool.ts'
export * from './training.ts'
export * from './video.ts'
export * from './words.ts'
export {
  type EngineOrder,
  type OrderedWork,
  workOfModel,
  workOfTool,
  workOfWords,
} from './engine-order.ts'
export type {
  InstalledModel,
  ModelOffer,
  ModelPlan,
  ModelStore,
  NetworkStore,
  ToolNetwork,
} from './model-store.ts'
