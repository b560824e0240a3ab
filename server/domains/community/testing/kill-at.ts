import { expect } from 'vitest'
import { pickPort } from '#server/platform/embedded-postgres/port.ts'
import type { TestPerson } from '#tests/support/people.ts'
import { runProgram } from '#tests/support/run-program.ts'
import type { TestApp } from '#tests/support/test-app.ts'

interface Sent {
  by: TestPerson
  method: 'PATCH' | 'POST'
  path: string
  body: object
}

/** Another process with the same database and files, which answers requests. */
async function startOther(app: TestApp, env: Record<string, string>) {
  const port = String(await pickPort())
  const program = runProgram({
    script: 'tests/support/scripted-program.ts',
    env: {
      PORT: port,
      HOST: '127.0.0.1',
      DATA_DIR: app.config.dataDir,
      DATABASE_URL: app.config.database.url!,
      ROLES: 'web',
      LOG_LEVEL: 'error',
      ...env,
    },
  })
  await program.ready
  return { url: `http://127.0.0.1:${port}`, program }
}

/**
 * Keeps a table from being written, kills another process that waits for it with a request, and lets go.
 * @param env settings of that process
 */
export async function killAt(
  app: TestApp,
  table: string,
  { by, method, path, body }: Sent,
  env: Record<string, string> = {},
): Promise<void> {
  const { url, program } = await startOther(app, env)
  const client = await app.db.pool.connect()
  try {
    await client.query('begin')
    await client.query(`lock table ${table} in share mode`)
    const answer = fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Token ${by.token}` },
      body: JSON.stringify(body),
    }).then(
      ({ status }) => status,
      () => 'cut off',
    )
    const waiting = `select from pg_locks where not granted and relation = '${table}'::regclass`
    await expect
      .poll(async () => (await app.db.pool.query(waiting)).rows.length, { timeout: 20_000 })
      .toBeGreaterThan(0)
    program.kill('SIGKILL')
    expect(await answer).toBe('cut off')
    await program.ended
  } finally {
    await client.query('rollback')
    client.release()
  }
}
