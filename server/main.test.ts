import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { killPrograms, runProgram } from '#tests/support/run-program.ts'
import { stopAbandonedPostgres } from './platform/embedded-postgres/index.ts'
import { pickPort } from './platform/embedded-postgres/port.ts'
import { findPostmaster } from './platform/embedded-postgres/postmaster.ts'

/** Long, for the machine may be busy with other tests. */
const START_MS = 60_000

const dataDir = realpathSync(mkdtempSync(join(tmpdir(), 'atelier-main-')))
const databaseRuns = () => findPostmaster(join(dataDir, 'postgres')) !== null
const start = (env: Record<string, string>, args: string[] = []) =>
  runProgram({ env: { DATA_DIR: dataDir, LOG_LEVEL: 'warn', LOG_FORMAT: 'json', ...env }, args })

afterEach(async () => {
  killPrograms()
  await stopAbandonedPostgres(dataDir)
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

describe('the program', () => {
  it('says in one line that it is ready, answers, and stops all it started on SIGTERM', async () => {
    const port = String(await pickPort())
    const program = start({ PORT: port })
    expect(await program.ready).toBe(`Atelier is ready at http://127.0.0.1:${port}`)
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
    program.kill('SIGTERM')
    expect(await program.ended).toEqual({ code: 0, signal: null })
    expect(program.stdout()).toBe(`Atelier is ready at http://127.0.0.1:${port}\n`)
    expect(databaseRuns()).toBe(false)
  }, 120_000)

  it('shares its folder between web and workers; the last to stop takes the database along', async () => {
    const port = String(await pickPort())
    const web = start({ PORT: port }, ['--roles=web'])
    const worker = start({ ROLES: 'worker,cron', PORT: port })
    expect(await worker.ready).toBe('Atelier worker and cron is ready')
    expect(await web.ready).toBe(`Atelier is ready at http://127.0.0.1:${port}`)
    web.kill('SIGTERM')
    expect((await web.ended).code).toBe(0)
    expect(databaseRuns()).toBe(true)
    worker.kill('SIGINT')
    expect((await worker.ended).code).toBe(0)
    expect(databaseRuns()).toBe(false)
  }, 120_000)
})

describe('refuses in one line', () => {
  it('a wrong setting', async () => {
    const program = start({ PORT: 'abc' })
    expect((await program.ended).code).toBe(1)
    expect(program.stderr()).toBe('PORT must be a whole number from 0 to 65535, not "abc".\n')
    expect(program.stdout()).toBe('')
  })

  it(
    'a port in use, and stops the database again',
    async () => {
      const taken = createServer()
      const port = await new Promise<string>((resolve) => {
        taken.listen(0, '127.0.0.1', () =>
          resolve(String((taken.address() as { port: number }).port)),
        )
      })
      const program = start({ PORT: port, LOG_LEVEL: 'fatal' })
      expect((await program.ended).code).toBe(1)
      expect(program.stderr()).toBe(
        `http://127.0.0.1:${port} is in use by another program; set PORT to a free one.\n`,
      )
      expect(databaseRuns()).toBe(false)
      taken.close()
    },
    START_MS,
  )

  it(
    'a database that is not there',
    async () => {
      const program = start({
        DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/none',
        LOG_LEVEL: 'fatal',
      })
      expect((await program.ended).code).toBe(1)
      expect(program.stderr()).toMatch(
        /^DATABASE_URL: the database at 127\.0\.0\.1:1 cannot be used: .*\n$/,
      )
      expect(program.stderr()).not.toContain('secret')
    },
    START_MS,
  )
})
