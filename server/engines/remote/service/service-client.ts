import type { EngineMessage, PublishedModel } from '../../spec/index.ts'
import type { ServiceCall, CallState } from './call-state.ts'
import type { TrainingCalls } from './training-calls.ts'

/** What all services have in common; each speaks to it by the service's own client. */
export interface ServiceClient {
  /**
   * Begins a request, once: what may have arrived is never sent again.
   * @param begunSince an equal request that was begun since then is taken over, where the service can look it up
   * @throws ServiceError
   */
  submit(
    endpoint: string,
    input: Record<string, unknown>,
    options: { webhookUrl: string | null; begunSince: Date | null },
  ): Promise<string>
  /** Throws ServiceError: `operation_lost`, `content_refused`, `picture_failed`, or what is wrong with the service. */
  read(call: ServiceCall, signal: AbortSignal): Promise<CallState>
  /** Work that has ended already is no failure. */
  cancel(call: ServiceCall): Promise<void>
  /** @returns an address that a request can name */
  upload(file: Uint8Array, contentType: string): Promise<string>
  /** Whether the service answers and takes the key; begins nothing. Throws ServiceError. */
  check(): Promise<void>
  /** As `AddableModels.read`. Throws ServiceError. */
  publishes(endpoint: string): Promise<PublishedModel | null>
  /** Where trainings are not begun and read as other requests are. */
  readonly trainings?: TrainingCalls
  /** As `EngineWebhooks.receive`. */
  receive(message: EngineMessage): Promise<string | null>
}
