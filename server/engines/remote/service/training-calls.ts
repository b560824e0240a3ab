import type { ToldTraining } from '../read-training-log.ts'
import type { CallState, ServiceCall } from './call-state.ts'

/** How a training at a service is. */
export type TrainingState = CallState & {
  /** What its log tells, where there is one. */
  told?: ToldTraining | null
  /** The name of what it made there, where the service draws by it. */
  keptAs?: string
}

/** What a service does for trainings. */
export interface TrainingCalls {
  /** A training that was begun for the same key since, whose id nobody kept; left out: the service cannot be asked. */
  find?(key: string, since: Date): Promise<string | null>
  /** @param key of the work that the file is for */
  upload(file: Uint8Array, contentType: string, key: string | null): Promise<string>
  /** Begins a training, once: what may have arrived is never sent again. @throws ServiceError */
  submit(
    endpoint: string,
    input: Record<string, unknown>,
    options: { webhookUrl: string | null; key: string | null },
  ): Promise<string>
  /** As `ServiceClient.read`. */
  read(call: ServiceCall, signal: AbortSignal): Promise<TrainingState>
  cancel(call: ServiceCall): Promise<void>
  /** Has the service forget what it made. Safe to repeat. */
  forget?(keptAs: string): Promise<void>
}
