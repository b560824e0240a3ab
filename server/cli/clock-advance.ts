import { advanceClock } from '../domains/credits/index.ts'
import { OperatorError } from '#lib/operator-error.ts'
import { type Command, readArguments, withDatabase } from './command.ts'

export const clockAdvance: Command = {
  usage: 'SPAN',
  summary: 'Move the time of credits and plans forward, like 31d or 12h; with test payments only',
  async run(args, tools) {
    const command = { name: 'clock advance', usage: this.usage }
    const { positionals } = readArguments(command, args, {}, { min: 1, max: 1 })
    if (!tools.config.testPayments) {
      throw new OperatorError('The clock can be moved with test payments only.')
    }
    const now = await withDatabase(tools, (db) => advanceClock(db, positionals[0] ?? ''))
    tools.print(JSON.stringify({ now: now.toISOString() }))
  },
}
