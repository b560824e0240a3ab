export { readCatalogue } from './catalogue.ts'
export { findModel, removeModel } from './find-model.ts'
export { createModelStore } from './model-store.ts'
export { parseSource } from './repository.ts'
