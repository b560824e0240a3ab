/**
 * Waits for SIGTERM or SIGINT. npm passes on a Ctrl-C that the terminal has sent already, so a repetition within a
 * moment is the same one; a later second signal ends the process at once.
 */
const SAME_SIGNAL_MS = 300

/** Resolves with the first signal. From then on another one has the effect that it has on any program. */
export function waitForStopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let first: number | null = null
    const handle = (signal: NodeJS.Signals) => {
      if (first === null) {
        first = Date.now()
        resolve(signal)
      } else if (Date.now() - first > SAME_SIGNAL_MS) {
        process.removeAllListeners(signal)
        process.kill(process.pid, signal)
      }
    }
    process.on('SIGTERM', handle)
    process.on('SIGINT', handle)
  })
}
