/** Messages between the engine and the process that trains. */
import type { Crashed, PlainError } from '../process/worker-protocol.ts'
import type { TrainingOrder, TrainingSnapshot } from './run-training.ts'

export type ToTrainingProcess =
  | { type: 'train'; id: string; key: string; order: TrainingOrder }
  /** Stops that training between two steps; of no effect if it has ended. */
  | { type: 'stop'; id: string }
  /** The processor is wanted for something else, or free again. */
  | { type: 'wanted'; isWanted: boolean }

export type FromTrainingProcess =
  | { type: 'step'; id: string; step: number; steps: number }
  /** As `FollowHandlers.onState`. */
  | { type: 'state'; id: string; state: Uint8Array }
  | { type: 'snapshot'; id: string; snapshot: TrainingSnapshot }
  | { type: 'ended'; id: string; engineMs: number }
  | { type: 'failed'; id: string; error: PlainError }
  | Crashed
