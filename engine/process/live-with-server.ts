import { toPlainError } from './worker-errors.ts'
import type { Crashed } from './worker-protocol.ts'

/** Ties the life of a process in which networks run to that of the server that started it; called once, at its start. */
export function liveWithServer(): void {
  // Signals to the whole group are the server's to answer: it drains, then ends this process.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
  // A server that was killed leaves no process behind. Not by exit(): native code may still be at work.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  process.on('uncaughtException', (error) => {
    process.send?.({ type: 'crashed', error: toPlainError(error) } satisfies Crashed, () =>
      process.kill(process.pid, 'SIGKILL'),
    )
  })
}
