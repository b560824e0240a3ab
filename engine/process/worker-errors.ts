import { EngineError } from '#lib/engine-spec/index.ts'
import type { PlainError } from './worker-protocol.ts'
import { reason } from '../reason.ts'

const FAILED = reason('engines.drawingFailed')
const OUT_OF_MEMORY = reason('engines.outOfMemory')

/** Whatever was thrown, as data. Memory that ran out may be there again later; other failures may not repeat either. */
export function toPlainError(error: unknown): PlainError {
  if (error instanceof EngineError) {
    const { code, message, retryable, userMessage } = error
    return { code, message, retryable, userMessage }
  }
  const message = error instanceof Error ? error.message : String(error)
  const memory = error instanceof RangeError || /bad_alloc|allocate|out of memory/i.test(message)
  return {
    code: memory ? 'out_of_memory' : 'engine_failed',
    message,
    retryable: true,
    userMessage: memory ? OUT_OF_MEMORY : FAILED,
  }
}

export function toEngineError({ code, message, retryable, userMessage }: PlainError): EngineError {
  return new EngineError(code, message, { retryable, userMessage })
}

/** The process itself is gone. Nobody but the system, short of memory, kills it from outside. */
export function workerLost(how: string): EngineError {
  const memory = how === 'SIGKILL'
  return new EngineError(
    memory ? 'out_of_memory' : 'engine_failed',
    `The drawing process ended: ${how}`,
    { retryable: true, userMessage: memory ? OUT_OF_MEMORY : FAILED },
  )
}
