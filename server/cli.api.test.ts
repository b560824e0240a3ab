import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { api } from '#contract/index.ts'
import { newAdmin } from '#tests/support/people.ts'
import { runCommand, runProgram } from '#tests/support/run-program.ts'
import { createTestDatabase } from '#tests/support/test-database.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const TIMEOUT_MS = 120_000
const folder = mkdtempSync(join(tmpdir(), 'atelier-cli-'))
let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ env: { ROLES: 'web' } })
})
afterAll(async () => {
  await app.dispose()
  rmSync(folder, { recursive: true })
})

/** Runs a command beside the running app, on its database. */
const run = (line: string, env: Record<string, string> = {}) =>
  runCommand(line.split(' '), { DATA_DIR: app.config.dataDir, DATABASE_URL: app.db.url, ...env })

async function readMe(email: string, password: string) {
  const { key } = await app.call(api.accounts.login, { body: { email, password } })
  return app.as(key)(api.users.me, {})
}

describe('user', () => {
  it(
    'create makes an account with a plan and exactly these credits, once',
    async () => {
      const line =
        'user create --email op@example.com --password hunter2 --first-name Olga --plan starter --credits 123 --staff --verified'
      const made = await run(line)
      expect([made.code, made.stderr]).toEqual([0, ''])
      const { id, email } = JSON.parse(made.stdout) as { id: string; email: string }
      expect(made.stdout.split('\n')).toHaveLength(2)
      expect(await readMe('op@example.com', 'hunter2')).toMatchObject({
        id,
        email,
        first_name: 'Olga',
        credits: 123,
        plan: { name: 'starter', period: 'monthly' },
        is_staff: true,
        is_admin: false,
        email_verified: true,
      })
      // By the program itself, at its full cost: the app beside it hashes cheaply.
      const { password_hash: hash } = await app.db.kysely
        .selectFrom('users')
        .where('id', '=', id)
        .select('password_hash')
        .executeTakeFirstOrThrow()
      expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
      const again = await run(line)
      expect(again).toEqual({
        code: 1,
        stdout: '',
        stderr: 'There is an account with the email op@example.com.\n',
      })
    },
    TIMEOUT_MS,
  )

  it(
    'credits adds and takes, and says why in the statement',
    async () => {
      await run('user create --email c@example.com --password hunter2 --credits 10')
      expect((await run('user credits --email C@example.com --add 5 --reason Sorry')).code).toBe(0)
      expect((await run('user credits --email c@example.com --add=-3 --reason Oops')).code).toBe(0)
      const tooMuch = await run('user credits --email c@example.com --add=-100 --reason No')
      expect(tooMuch.code).toBe(1)
      expect(tooMuch.stderr).toMatch(/^[^\n]+\n$/)
      const { key } = await app.call(api.accounts.login, {
        body: { email: 'c@example.com', password: 'hunter2' },
      })
      const statement = await app.as(key)(api.credits.statement, { query: {} })
      expect(statement.balance).toBe(12)
      expect(statement.results.map(({ text }) => text)).toEqual(
        expect.arrayContaining(['Sorry', 'Oops']),
      )
    },
    TIMEOUT_MS,
  )

  it(
    'set changes the plan and the roles',
    async () => {
      await run('user create --email s@example.com --password hunter2 --staff')
      const set = await run(
        'user set --email s@example.com --plan pro --period yearly --no-staff --admin --verified',
      )
      expect(JSON.parse(set.stdout)).toMatchObject({
        plan: 'pro',
        period: 'yearly',
        is_staff: false,
        is_admin: true,
        email_verified: true,
      })
    },
    TIMEOUT_MS,
  )
})

describe('clock advance', () => {
  it(
    'moves the time of credits, with test payments only',
    async () => {
      const moved = await run('clock advance 31d')
      const { now } = JSON.parse(moved.stdout) as { now: string }
      expect((Date.parse(now) - Date.now()) / 86_400_000).toBeCloseTo(31, 1)
      const byTheSecond = JSON.parse((await run('clock advance 1000001s')).stdout) as {
        now: string
      }
      expect(Date.parse(byTheSecond.now) - Date.parse(now)).toBeGreaterThanOrEqual(1_000_001_000)
      const refused = await run('clock advance 31d', { STRIPE_SECRET_KEY: 'sk_live_1' })
      expect(refused.stderr).toBe('The clock can be moved with test payments only.\n')
    },
    TIMEOUT_MS,
  )

  it(
    'is undone by clock reset, without which nothing runs with a Stripe key',
    async () => {
      await run('clock advance 3d')
      const key = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_API_BASE: 'http://127.0.0.1:1' }
      const refused = await run('billing sync', key)
      expect(refused.code).toBe(1)
      expect(refused.stderr).toMatch(
        /^The clock of credits and plans is 4\d days ahead.*clock reset/,
      )
      const reset = await run('clock reset', key)
      expect([reset.code, reset.stderr]).toEqual([0, ''])
      expect(reset.stdout).toMatch(/now it is .*\n.*left as they are: \d+ lines of statements/)
      const { rows } = await app.db.pool.query<{ ahead: string }>(
        'select amount::text as ahead from clock_offset',
      )
      expect(rows).toEqual([{ ahead: '00:00:00' }])
      // Then it is the provider that does not answer.
      expect((await run('billing sync', key)).stderr).toContain('does not answer')
    },
    TIMEOUT_MS,
  )
})

describe('db', () => {
  it(
    'backup writes while the app runs; restore wants the database for itself, and says what is not in it',
    async () => {
      const file = join(folder, 'all.gz')
      const backup = await run('db backup all.gz', { ATELIER_CALLED_FROM: folder })
      expect(JSON.parse(backup.stdout)).toMatchObject({ file })
      const restore = await run(`db restore ${file}`)
      expect(restore.code).toBe(1)
      expect(restore.stderr).toBe('The database is in use: stop the program first.\n')
      const target = await createTestDatabase()
      await target.db.dispose()
      const filled = await run(`db restore ${file}`, { DATABASE_URL: target.url })
      await target.dispose()
      expect(JSON.parse(filled.stdout)).toEqual({
        restored: file,
        note: expect.stringMatching(/^Images and other files are not in a backup/),
      })
    },
    TIMEOUT_MS,
  )
})

describe('db backup without a name', () => {
  it(
    'goes into DATA_DIR, where only its owner may read it',
    async () => {
      const backup = await run('db backup')
      const { file } = JSON.parse(backup.stdout) as { file: string }
      const backups = join(app.config.dataDir, 'backups')
      expect(dirname(file)).toBe(backups)
      expect(basename(file)).toMatch(/^atelier-\d{4}-\d\d-\d\dT[\d-]{8}\.sql\.gz$/)
      expect([statSync(backups).mode & 0o777, statSync(file).mode & 0o777]).toEqual([0o700, 0o600])
    },
    TIMEOUT_MS,
  )
})

describe('config check', () => {
  it(
    'knows what the console stores, and looks at each part where one is wrong',
    async () => {
      const { kysely } = app.db
      const stored = { name: 'PUBLIC_URL', value: 'https://images.example.com', sealed: null }
      await kysely.insertInto('installation_settings').values(stored).execute()
      await run('user create --email plan@example.com --password hunter2 --plan starter --verified')
      await kysely.updateTable('subscriptions').set({ provider: 'test' }).execute()
      const { code, stdout } = await run('config check', { STRIPE_SECRET_KEY: 'sk_live_1' })
      await kysely.deleteFrom('installation_settings').execute()
      expect(code).toBe(1)
      expect(stdout).toMatch(/^ok +address +https:\/\/images\.example\.com$/m)
      for (const part of ['database', 'files'])
        expect(stdout).toMatch(new RegExp(`^ok +${part} `, 'm'))
      expect(stdout).toMatch(/^wrong +start +STRIPE_SECRET_KEY is a live key/m)
    },
    TIMEOUT_MS,
  )
})

describe('what is wrong is said in one line', () => {
  it.each([
    ['nonsense', 'There is no command "nonsense": see npm run atelier -- help.'],
    ['user create --email x --password p', '--email must be an email address, not "x".'],
    ['user create --email a@example.com', '--password must be given.'],
    [
      'user create --email a@example.com --password p --plan gold',
      '--plan must be one of free, basic,',
    ],
    [
      'user create --email a@example.com --password p --credits 1.5',
      '--credits must be a whole number',
    ],
    [
      'user set --email nobody@example.com --staff',
      'There is no account with the email nobody@example.com.',
    ],
    ['user set --colour red', "Unknown option '--colour'. Usage: user set --email E"],
    ['clock advance soon', 'Not a span of time: soon.'],
    ['db restore', 'Usage: db restore FILE'],
    ['import civitai missing.json', 'missing.json cannot be read.'],
    ['import civitai http://127.0.0.1:9/api/v1/models', '127.0.0.1 is no public address.'],
  ])(
    '%s',
    async (line, message) => {
      const { code, stdout, stderr } = await run(line)
      expect([code, stdout]).toEqual([1, ''])
      expect(stderr).toContain(message)
      expect(stderr).toMatch(/^[^\n]+\n$/)
    },
    TIMEOUT_MS,
  )
})

test(
  'content pictures asks no engine that is paused, and says with how many left it was stopped',
  async () => {
    const admin = await newAdmin(app)
    const { results } = await admin.call(api.adminEngines.list, {})
    const act = async (what: 'pause' | 'resume') => {
      for (const { id } of results)
        await admin.call(api.adminEngines[what], { params: { id }, body: {} })
    }
    await act('pause')
    expect(await run('content pictures home')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'No model is ready to draw.\n',
    })
    await act('resume')
    const program = runProgram({
      script: 'server/cli.ts',
      args: ['content', 'pictures', 'home'],
      env: { DATA_DIR: app.config.dataDir, DATABASE_URL: app.db.url },
    })
    await expect.poll(() => program.stdout(), { timeout: TIMEOUT_MS }).toMatch(/draws: \d+\.\n/)
    program.kill('SIGTERM')
    expect(await program.ended).toEqual({ code: 1, signal: null })
    expect(program.stderr()).toMatch(/^Stopped, with [1-9]\d* left\. [^\n]+\n$/)
  },
  2 * TIMEOUT_MS,
)

test('whoever reads what is written may have gone', async () => {
  const program = runProgram({ script: 'server/cli.ts', args: ['help'], env: {} })
  program.closeOutput()
  expect(await program.ended).toEqual({ code: 0, signal: null })
  expect(program.stderr()).toBe('')
})
