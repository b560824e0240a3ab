export { createA1111Engine } from './a1111-engine.ts'
