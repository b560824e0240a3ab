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
      /** It says that it has not begun, but not behind how many. */
      waits?: boolean
    }
  | {
      state: 'done'
      /** Addresses of the files that came of it. */
      files: string[]
      /** What came of it in words, of a model that writes. */
      text: string | null
      /** Seconds that the service bills, where it says so. */
      seconds: number | null
    }
