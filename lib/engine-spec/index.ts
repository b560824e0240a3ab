export * from './engine-error.ts'
export * from './health.ts'
export * from './image.ts'
export * from './image-source.ts'
export * from './looks-young.ts'
export * from './operation.ts'
export * from './output.ts'
export * from './picture-classifier.ts'
export * from './refine.ts'
export * from './sample-request.ts'
export * from './tool.ts'
export * from './training.ts'
export * from './trouble.ts'
export * from './video.ts'
export { HubTrouble } from './model-store.ts'
export type {
  InstalledModel,
  ModelOffer,
  ModelPlan,
  ModelStore,
  NetworkStore,
  ToolNetwork,
} from './model-store.ts'
