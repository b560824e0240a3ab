import { type Command, readArguments, withDatabase } from './command.ts'

export const dbMigrate: Command = {
  usage: '',
  summary: 'Bring the database to this version; every start does it too',
  async run(args, tools) {
    readArguments({ name: 'db migrate', usage: this.usage }, args, {})
    // Opening it migrates it.
    await withDatabase(tools, (db) => db.ping())
    tools.print('The database is up to date.')
  },
}
