export { importCheckpoint } from './import-checkpoint.ts'
export { importFolder } from './import-folder.ts'
