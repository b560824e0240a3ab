/** The part of a pino logger that the engine uses. */
export interface EngineLog {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}
