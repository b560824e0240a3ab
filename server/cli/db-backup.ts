import { resolve } from 'node:path'
import { writeBackup } from '../platform/db/index.ts'
import { type Command, readArguments, withDatabase } from './command.ts'

/** `atelier-2026-11-21T13-45-10.sql.gz` */
function defaultName(): string {
  return `atelier-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.sql.gz`
}

export const dbBackup: Command = {
  usage: '[FILE]',
  summary: 'Write all rows of the database into a new file; the pictures are files of their own',
  async run(args, tools) {
    const command = { name: 'db backup', usage: this.usage }
    const { positionals } = readArguments(command, args, {}, { min: 0, max: 1 })
    const file = resolve(positionals[0] ?? defaultName())
    const { tables, rows } = await withDatabase(tools, (db) => writeBackup(db.url, file))
    tools.print(JSON.stringify({ file, tables, rows }))
  },
}
