import { restoreBackup } from '../platform/db/index.ts'
import { type Command, fileOfCaller, readArguments, withDatabase } from './command.ts'

export const dbRestore: Command = {
  usage: 'FILE',
  summary: 'Fill an empty database from a backup, which has no images in it',
  async run(args, tools) {
    const command = { name: 'db restore', usage: this.usage }
    const { positionals } = readArguments(command, args, {}, { min: 1, max: 1 })
    const file = fileOfCaller(positionals[0] ?? '')
    await withDatabase(tools, async (db) => {
      // The restore wants the database to itself.
      await db.dispose()
      await restoreBackup(db.directUrl, file)
    })
    const note =
      'Images and other files are not in a backup of the database: restore their folder or bucket, too.'
    tools.print(JSON.stringify({ restored: file, note }))
  },
}
