export * from './engine-error.ts'
export * from './engine-registry.ts'
export * from './image-engine.ts'
export * from './picture-classifier.ts'
