import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { OperatorError } from '#lib/operator-error.ts'
import { isDatabaseAway } from './away.ts'
import { connectionConfig, LIMIT_TRANSACTIONS } from './connection.ts'

const FOLDER = join(import.meta.dirname, 'migrations')
const FILE_NAME = /^\d{4}-[a-z0-9-]+\.sql$/
/** Any number that no other program uses on this database. */
const LOCK = 7_236_418_092

/**
 * PostgreSQL below 18 has no `uuidv7()`. As of RFC 9562: milliseconds, then the rest of the microseconds as a fraction
 * of 4096, so that what one session makes ascends.
 */
const UUIDV7 = `
do $make$ begin
  if to_regprocedure('uuidv7(interval)') is null then
    create function uuidv7(later interval default '0') returns uuid
    language sql volatile parallel safe as $function$
      select (
        lpad(to_hex(at / 1000), 12, '0') || to_hex(x'7000'::int + (at % 1000) * 4096 / 1000) ||
        substr(replace(gen_random_uuid()::text, '-', ''), 17)
      )::uuid
      from (select (extract(epoch from clock_timestamp() + later) * 1000000)::bigint) as moment (at)
    $function$;
  end if;
end $make$`

export interface MigrateOptions {
  folder?: string
  /** Name of the last file to apply. */
  upTo?: string
}

interface Migration {
  name: string
  sql: string
  checksum: string
}

interface Applied {
  name: string
  checksum: string
}

function readMigrations(folder: string, upTo?: string): Migration[] {
  const names = readdirSync(folder)
  if (upTo !== undefined && !names.includes(upTo)) {
    throw new OperatorError(
      `This version of the program has no migration ${upTo}: use a newer one.`,
    )
  }
  return names
    .filter((name) => FILE_NAME.test(name) && (upTo === undefined || name <= upTo))
    .toSorted()
    .map((name) => {
      const sql = readFileSync(join(folder, name), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
}

/** @throws {OperatorError} when the database was not made by these files */
function checkHistory(migrations: Migration[], applied: Applied[]): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration.checksum]))
  const last = applied.at(-1)?.name ?? ''
  for (const { name, checksum } of applied) {
    const expected = known.get(name)
    if (expected === undefined) {
      throw new OperatorError(
        `The database was made by a newer version of the program (it has ${name}).`,
      )
    }
    if (expected !== checksum) {
      throw new OperatorError(
        `The migration ${name} was changed after it had been applied to the database.`,
      )
    }
  }
  const names = new Set(applied.map(({ name }) => name))
  const late = migrations.find(({ name }) => name < last && !names.has(name))
  if (late)
    throw new OperatorError(
      `The migration ${late.name} comes before ${last}, which is applied already.`,
    )
}

async function apply(client: Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
      name,
      checksum,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    // No fault of the migration, which has changed nothing: the next start applies it.
    if (isDatabaseAway(error)) throw error
    throw new OperatorError(`The migration ${name} failed: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

/**
 * Brings the database to this version of the program. Several processes may call it at once: one does the work.
 * @returns the names of the files applied now
 * @throws {OperatorError} when the database does not fit these files
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const migrations = readMigrations(options.folder ?? FOLDER, options.upTo)
  const client = new Client(connectionConfig(url))
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(LIMIT_TRANSACTIONS)
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(UUIDV7)
    await client.query(
      `create table if not exists schema_migrations (
        name text primary key,
        checksum text not null,
        applied_at timestamptz not null default now()
      )`,
    )
    const { rows } = await client.query<Applied>(
      'select name, checksum from schema_migrations order by name',
    )
    checkHistory(migrations, rows)
    const done = new Set(rows.map(({ name }) => name))
    const missing = migrations.filter(({ name }) => !done.has(name))
    for (const migration of missing) await apply(client, migration)
    return missing.map(({ name }) => name)
  } finally {
    // The lock goes with the connection.
    await client.end()
  }
}
