export type * from './schema.ts'
export { createTrials, type Trials } from './create-trials.ts'
export { isTrialKey } from './trial-files.ts'
