import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { OperatorError } from '#lib/operator-error.ts'
import { connectionConfig, LIMIT_TRANSACTIONS } from '../connection.ts'
import { migrate } from '../migrate.ts'
import { FIRST_LINE, LAST_LINE, MIGRATIONS_LINE, readLines } from './format.ts'
import { listCyclicKeys, listTables } from './tables.ts'

/** Programs that use the database would see it vanish. A connection that was just closed is still listed for a moment. */
async function checkUnused(client: Client): Promise<void> {
  const deadline = Date.now() + 2000
  for (;;) {
    const others = await client.query(
      `select 1 from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and application_name like 'atelier%'`,
    )
    if (others.rowCount === 0) return
    if (Date.now() > deadline)
      throw new OperatorError('The database is in use: stop the program first.')
    await sleep(100)
  }
}

async function checkEmpty(client: Client): Promise<void> {
  const table = await client.query<{ found: boolean }>(
    `select to_regclass('users') is not null as found`,
  )
  if (!table.rows[0]?.found) return
  const users = await client.query<{ count: number }>('select count(*)::int as count from users')
  const count = users.rows[0]?.count ?? 0
  if (count > 0) throw new OperatorError(`The database is not empty: it has ${count} users.`)
}

/** Sends the rows that follow a COPY line, up to its end mark. */
async function copyRows(
  client: Client,
  statement: string,
  lines: AsyncGenerator<Buffer>,
): Promise<void> {
  const sink = client.query(copyFrom(statement))
  const failed = new Promise<never>((_, reject) => sink.once('error', reject))
  const finished = new Promise<void>((resolve) => sink.once('finish', () => resolve()))
  const send = async () => {
    for (;;) {
      const { value: line } = await lines.next()
      if (line === undefined) throw new OperatorError('The backup ends in the middle of a table.')
      if (line.length === 3 && line.toString() === '\\.\n') break
      if (!sink.write(line))
        await new Promise<void>((resolve) => sink.once('drain', () => resolve()))
    }
    sink.end()
    await finished
  }
  const sending = send()
  // Whichever comes second is of no interest.
  sending.catch(() => {})
  failed.catch(() => {})
  await Promise.race([sending, failed])
}

async function load(client: Client, lines: AsyncGenerator<Buffer>): Promise<void> {
  await client.query('begin')
  const tables = await listTables(client)
  // Migrations may have put rows into them.
  await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
  const cyclic = await listCyclicKeys(client)
  for (const { table, name } of cyclic)
    await client.query(
      `alter table ${table} alter constraint ${name} deferrable initially deferred`,
    )
  for (;;) {
    const { value } = await lines.next()
    if (value === undefined) throw new OperatorError('The backup was cut off: its end is missing.')
    const line = value.toString().trimEnd()
    if (line === LAST_LINE) break
    if (line.startsWith('COPY ')) {
      await copyRows(client, line, lines)
    } else if (line !== '') {
      await client.query(line)
    }
  }
  await client.query('set constraints all immediate')
  for (const { table, name } of cyclic)
    await client.query(`alter table ${table} alter constraint ${name} not deferrable`)
  await client.query('commit')
}

async function readHead(lines: AsyncGenerator<Buffer>, file: string): Promise<string> {
  const first = await lines.next()
  const second = await lines.next()
  const [head, migration] = [first.value?.toString().trimEnd(), second.value?.toString().trimEnd()]
  if (head !== FIRST_LINE || !migration?.startsWith(MIGRATIONS_LINE)) {
    throw new OperatorError(`${file} is not a backup that this program wrote.`)
  }
  return migration.slice(MIGRATIONS_LINE.length)
}

/**
 * Fills an empty database from a backup, also one of an older version of the program. All or nothing.
 * @throws {OperatorError} when the database has users or is in use, or the file is not a whole backup
 */
export async function restoreBackup(url: string, file: string): Promise<void> {
  const lines = readLines(file)
  const client = new Client({ ...connectionConfig(url), application_name: 'restore' })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(LIMIT_TRANSACTIONS)
    const lastMigration = await readHead(lines, file)
    await checkUnused(client)
    await checkEmpty(client)
    await client.query(
      'drop schema public cascade; create schema public; drop schema if exists pgboss cascade',
    )
    await migrate(url, { upTo: lastMigration })
    await load(client, lines)
    await migrate(url)
  } finally {
    await client.end()
    await lines.return(undefined)
  }
}
