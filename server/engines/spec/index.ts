export * from './engine-error.ts'
export * from './image-engine.ts'
