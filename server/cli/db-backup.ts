import { join } from 'node:path'
import { recordAuditEvent } from '../domains/admin/index.ts'
import { transact, writeBackup } from '../platform/db/index.ts'
import { makeFolder } from '#lib/operator-error.ts'
import { type Command, fileOfCaller, readArguments, withDatabase } from './command.ts'

/** Where a backup goes that was given no name: `DATA_DIR/backups/atelier-2026-11-21T13-45-10.sql.gz`. */
function defaultFile(dataDir: string): string {
  const folder = join(dataDir, 'backups')
  makeFolder(folder, 0o700)
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  return join(folder, `atelier-${time}.sql.gz`)
}

export const dbBackup: Command = {
  usage: '[FILE]',
  summary:
    'Write all rows of the database into a new file, in DATA_DIR/backups unless it is named; the images are files of their own',
  async run(args, tools) {
    const command = { name: 'db backup', usage: this.usage }
    const [named] = readArguments(command, args, {}, { min: 0, max: 1 }).positionals
    const file = named === undefined ? defaultFile(tools.config.dataDir) : fileOfCaller(named)
    const { tables, rows } = await withDatabase(tools, async (db) => {
      const written = await writeBackup(db.directUrl, file)
      const event = { actorId: null, userId: null, subject: null, reason: null } as const
      await transact(db, (tx) =>
        recordAuditEvent(tx, { ...event, action: 'backup_made', data: { rows: written.rows } }),
      )
      return written
    })
    tools.print(JSON.stringify({ file, tables, rows }))
  },
}
