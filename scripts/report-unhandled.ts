import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/**
 * Reporter of vitest for `npm test`. Writes the errors that belong to no test, such as a process that was killed, as a list of
 * texts into the file that UNHANDLED_ERRORS names: the JSON report leaves them out.
 */
export default class ReportUnhandled implements Reporter {
  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const texts = errors.map(({ message, stack, cause }) =>
      [cause?.message, stack ?? message].filter(Boolean).join('\n'),
    )
    writeFileSync(process.env['UNHANDLED_ERRORS']!, JSON.stringify(texts))
  }
}
