import { resetClock } from '../domains/credits/index.ts'
import { type Command, readArguments, withDatabase } from './command.ts'

export const clockReset: Command = {
  usage: '',
  summary: 'Set the time of credits and plans back to the real one, as real payments need it',
  async run(args, tools) {
    readArguments({ name: 'clock reset', usage: this.usage }, args, {})
    const done = await withDatabase(tools, (db) => resetClock(db))
    tools.print(
      `The time of credits and plans was ${done.from.toISOString()}; now it is ${done.to.toISOString()}.`,
    )
    tools.print(
      `Dated after that, and left as they are: ${done.linesAhead} lines of statements (${done.lotsExpiredAhead} of them expiries) and ${done.freeMonthsAhead} free months. ` +
        'Plans keep their dates. To start over, use an empty DATA_DIR.',
    )
  },
}
