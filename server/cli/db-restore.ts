import { resolve } from 'node:path'
import { restoreBackup } from '../platform/db/index.ts'
import { type Command, readArguments, withDatabase } from './command.ts'

export const dbRestore: Command = {
  usage: 'FILE',
  summary: 'Fill an empty database from a backup',
  async run(args, tools) {
    const command = { name: 'db restore', usage: this.usage }
    const { positionals } = readArguments(command, args, {}, { min: 1, max: 1 })
    const file = resolve(positionals[0] ?? '')
    await withDatabase(tools, async (db) => {
      // The restore wants the database to itself.
      await db.dispose()
      await restoreBackup(db.url, file)
    })
    tools.print(JSON.stringify({ restored: file }))
  },
}
