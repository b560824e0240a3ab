export * from '#lib/engine-spec/index.ts'
export * from './engine.ts'
export * from './guard.ts'
export * from './lane.ts'
export * from './registry.ts'
export * from './service-models.ts'
export * from './words.ts'
export {
  type EngineOrder,
  type OrderedWork,
  workOfModel,
  workOfTool,
  workOfWords,
} from './engine-order.ts'
