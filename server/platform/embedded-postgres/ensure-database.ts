import { Client, escapeIdentifier } from 'pg'
import { SUPERUSER } from './folder.ts'

/** Creates the application's database in a new cluster. Call while holding the start lock. */
export async function ensureDatabase(target: {
  port: number
  password: string
  name: string
}): Promise<void> {
  const client = new Client({
    host: '127.0.0.1',
    port: target.port,
    user: SUPERUSER,
    password: target.password,
    database: 'postgres',
  })
  // A server that ends between two statements must not end this process.
  client.on('error', () => {})
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [target.name])
    if (found.rowCount === 0) await client.query(`create database ${escapeIdentifier(target.name)}`)
  } finally {
    await client.end()
  }
}
