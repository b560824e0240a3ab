export { importCheckpoint } from './import-checkpoint.ts'
