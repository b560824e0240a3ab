/** Something to be written at its time. */
export interface DueEvent {
  at: Date
  write(): Promise<void>
}
