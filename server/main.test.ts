import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { killPrograms, runProgram } from '#tests/support/run-program.ts'
import { stopAbandonedPostgres } from '#tests/support/stop-abandoned-postgres.ts'
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
    expect(program.stdout()).toMatch(
      new RegExp(
        `^Atelier is ready at http://127.0.0.1:${port}\nSet up this site: http://127.0.0.1:${port}/setup\\?token=[\\w-]{43}\n$`,
      ),
    )
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

describe('a database that goes away', () => {
  const postmaster = () => findPostmaster(join(dataDir, 'postgres'))?.pid ?? null

  it('in the middle of the start is started again', async () => {
    const program = start({ PORT: String(await pickPort()), LOG_LEVEL: 'error' })
    const over = new AbortController()
    const settle = () => over.abort()
    void program.ready.then(settle, settle)
    // As soon as it is there, each time at another step of the start.
    for (let kills = 0; kills < 3 && !over.signal.aborted;) {
      const pid = postmaster()
      if (pid !== null) {
        await sleep(150 * kills)
        process.kill(pid, 'SIGKILL')
        kills++
        while (!over.signal.aborted && postmaster() === pid) await sleep(20)
      }
      await sleep(20)
    }
    expect(await program.ready).toContain('Atelier is ready at')
    program.kill('SIGTERM')
    expect(await program.ended).toEqual({ code: 0, signal: null })
  }, 120_000)

  it('and stands still does not keep the program from ending, and is not left behind', async () => {
    const port = await pickPort()
    const program = start({ PORT: String(port) })
    await program.ready
    const pid = postmaster() ?? 0
    process.kill(pid, 'SIGSTOP')
    // Connections that exist would go on being served.
    for (const child of childrenOf(pid)) process.kill(child, 'SIGSTOP')
    // Known to be away; before that an end would wait for a moment longer.
    await expect.poll(() => statusOf(port, '/api/users/me/'), { timeout: 60_000 }).toBe(503)
    const begin = performance.now()
    program.kill('SIGTERM')
    await program.ended
    expect(performance.now() - begin).toBeLessThan(25_000)
    // It was told to quit at once, and is not waited for.
    await expect.poll(databaseRuns, { timeout: 10_000 }).toBe(false)
  }, 120_000)
})

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)

/** Asks as somebody whose token must be looked up. */
async function statusOf(port: number, path: string): Promise<number> {
  const headers = { authorization: `Token ${'a'.repeat(40)}` }
  return (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).status
}

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
        DATABASE_WAIT_SECONDS: '1',
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
