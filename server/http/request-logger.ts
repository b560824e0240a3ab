import type { FastifyBaseLogger } from 'fastify'
import type { Log, LogLevel } from '#server/platform/log.ts'

type Write = FastifyBaseLogger['info']

/**
 * The logger of one request, whose lines carry the request's id. It is made by its first line, which most requests
 * never write: pino puts a child's fields together, secrets cut out, when the child is made.
 */
export function requestLogger(log: Log, bindings: Record<string, unknown>): FastifyBaseLogger {
  let own: Log | null = null
  const child = (): Log => (own ??= log.child(bindings))
  const at =
    (level: Exclude<LogLevel, 'silent'>): Write =>
    (...line: Parameters<Write>) => {
      if (log.isLevelEnabled(level)) child()[level](...line)
    }
  return {
    level: log.level,
    fatal: at('fatal'),
    error: at('error'),
    warn: at('warn'),
    info: at('info'),
    debug: at('debug'),
    trace: at('trace'),
    silent: () => undefined,
    child: (...more) => child().child(...more),
  }
}
