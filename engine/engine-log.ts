/** The part of a pino logger that the engine uses. */
export interface EngineLog {
  warn(details: object, message: string): void
}
