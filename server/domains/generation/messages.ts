/** Message on an engine's lane: run attempt number `attempt` of a job. */
export interface RunJobMessage {
  job: string
  attempt: number
}

/** NOTIFY channel; the payload is the id of a job whose work is to stop. */
export const STOP_CHANNEL = 'generation_stop'
