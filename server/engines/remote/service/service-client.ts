import type { EngineMessage } from '../../spec/index.ts'

/** One request at a service: where it was sent, and how it is found again. */
export interface ServiceCall {
  endpoint: string
  id: string
}

/** How a request is, as its service says it. */
export type CallState =
  | {
      state: 'running'
      /** Requests that the service does first; null: it has begun, or the service does not say. */
      ahead: number | null
    }
  | {
      state: 'done'
      /** Addresses of the files that came of it. */
      files: string[]
      /** What came of it in words, of a model that writes. */
      text: string | null
      /** That the service bills, where it says so. */
      seconds: number | null
    }

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
  /** As `EngineHints.receive`. */
  receive(message: EngineMessage): Promise<string | null>
}
