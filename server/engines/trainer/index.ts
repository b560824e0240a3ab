export { createTrainerEngine, type TrainerOptions } from './trainer-engine.ts'
