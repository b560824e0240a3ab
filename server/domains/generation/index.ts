import type { Route } from '#server/platform/route.ts'

/** Data of a message on an engine's lane: run attempt number `attempt` of a job. */
export interface RunJobMessage {
  job: string
  attempt: number
}

export interface Generation {
  /** inference_jobs, quotes, prediction_images, generation_servers. */
  routes: Route[]
  /** Begins to work on the lanes of this process's engines (role worker); after the queue has started. */
  startWorkers(): Promise<void>
  /** Tells that this process takes no more jobs; before the queue stops. */
  stopWorkers(): Promise<void>
  /** Deadlines, silent workers, jobs left in between, files of deleted pictures, old keys (role cron). */
  sweep(): Promise<void>
}
