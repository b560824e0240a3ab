export { createBuiltinEngine } from './engine.ts'
export type { BuiltinEngineOptions } from './engine.ts'
export type { EngineLog } from './engine-log.ts'
