import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { explainFileError, OperatorError } from '#lib/operator-error.ts'
import { connectionConfig } from '../connection.ts'
import { FIRST_LINE, LAST_LINE, MIGRATIONS_LINE } from './format.ts'
import { listSequences, listTables } from './tables.ts'

export interface BackupSummary {
  tables: number
  rows: number
}

/** The text of a backup, read in one snapshot. */
async function* readAll(client: Client, summary: BackupSummary): AsyncGenerator<string | Buffer> {
  await client.query('begin isolation level repeatable read read only')
  const applied = await client.query<{ name: string }>(
    'select name from schema_migrations order by name',
  )
  yield `${FIRST_LINE}\n${MIGRATIONS_LINE}${applied.rows.at(-1)?.name ?? ''}\n\n`
  for (const { name, columns } of await listTables(client)) {
    const list = columns.join(', ')
    yield `COPY ${name} (${list}) FROM stdin;\n`
    const rows = client.query(copyTo(`copy (select ${list} from ${name}) to stdout`))
    for await (const chunk of rows) yield chunk as Buffer
    summary.rows += rows.rowCount
    summary.tables += 1
    yield '\\.\n\n'
  }
  for (const { name, lastValue, isCalled } of await listSequences(client)) {
    yield `SELECT pg_catalog.setval('${name.replaceAll("'", "''")}', ${lastValue}, ${isCalled});\n`
  }
  yield `${LAST_LINE}\n`
  await client.query('commit')
}

/**
 * Writes all rows of the database, as they are at one moment, into a new gzip file that only its owner may read (it
 * holds secrets). The text is what `pg_dump --data-only` writes. Work that waits in the queue is left out: jobs that
 * have lost their message are found and sent again.
 * @throws {OperatorError} when the file exists or cannot be written
 */
export async function writeBackup(url: string, file: string): Promise<BackupSummary> {
  const target = resolve(file)
  if (existsSync(target)) throw new OperatorError(`${target} exists already.`)
  const draft = `${target}.part`
  const summary = { tables: 0, rows: 0 }
  // Without a limit: its one transaction may rest while the disk is slow.
  const client = new Client(connectionConfig(url))
  client.on('error', () => {})
  await client.connect()
  try {
    const output = createWriteStream(draft, { mode: 0o600, flush: true })
    await pipeline(Readable.from(readAll(client, summary)), createGzip(), output)
    renameSync(draft, target)
    return summary
  } catch (error) {
    rmSync(draft, { force: true })
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      throw new OperatorError(`The folder of ${target} does not exist.`, { cause: error })
    }
    throw explainFileError(error, target)
  } finally {
    await client.end()
  }
}
