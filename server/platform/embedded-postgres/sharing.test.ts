import { setTimeout as sleep } from 'node:timers/promises'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { killMembers, spawnMember } from '#tests/support/spawn-member.ts'
import { stopAbandonedPostgres } from '#tests/support/stop-abandoned-postgres.ts'
import { findBinaries } from './binaries.ts'
import { openFolder } from './folder.ts'
import { findPostmaster, isPostgresOf } from './postmaster.ts'
import { chooseRunAs } from './run-as.ts'
import { waitForServer } from './start-server.ts'

/** One folder for all tests: each leaves it stopped. Its parent is open so that other users can get there. */
const dataDir = realpathSync(mkdtempSync(join(tmpdir(), 'atelier-sharing-')))
const cluster = join(dataDir, 'postgres')

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows as Record<string, unknown>[]
  } finally {
    await client.end()
  }
}

/** What was committed, row by row, and never lost since. */
let written = 0
async function writeRow(url: string): Promise<void> {
  await query(url, 'create table if not exists notes (id int primary key)')
  await query(url, `insert into notes values (${written + 1})`)
  written += 1
}
async function expectAllRows(url: string): Promise<void> {
  expect(await query(url, 'select count(*)::int as count from notes')).toEqual([{ count: written }])
}

/** Shorter than a server may take to answer, and long enough for two questions. */
const SHORT_MS = 10_000

const isRunning = () => findPostmaster(cluster) !== null

afterEach(async () => {
  killMembers()
  await stopAbandonedPostgres(dataDir)
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

describe('alone', () => {
  it('makes the database, keeps it for the next start and lets nobody in without its password', async () => {
    // As a start that was killed in the middle of making it leaves things.
    mkdirSync(join(dataDir, 'postgres.new-1'))
    writeFileSync(join(dataDir, 'postgres.new-1.password'), 'old')

    const first = await spawnMember(dataDir)
    expect(first.adopted).toBe(false)
    await writeRow(first.url)
    expect(readdirSync(dataDir).toSorted()).toEqual(['postgres', 'postgres.log', 'run'])
    expect(statSync(join(cluster, 'atelier.password')).mode & 0o777).toBe(0o600)
    const stranger = new URL(first.url)
    stranger.password = 'guess'
    await expect(query(stranger.href, 'select 1')).rejects.toThrow('password authentication failed')
    await first.leave()
    expect(isRunning()).toBe(false)

    const second = await spawnMember(dataDir)
    expect([second.adopted, second.url]).toEqual([false, first.url])
    await expectAllRows(second.url)
    await second.leave()
    expect(isRunning()).toBe(false)
  })
})

describe('several processes', () => {
  it('that start at once share one server; the last to leave stops it', async () => {
    const members = await Promise.all([1, 2, 3].map(() => spawnMember(dataDir)))
    expect(new Set(members.map((member) => member.postgresPid)).size).toBe(1)
    expect(members.filter((member) => !member.adopted)).toHaveLength(1)
    for (const member of members) {
      expect(isRunning()).toBe(true)
      await writeRow(member.url)
      await member.leave()
    }
    expect(isRunning()).toBe(false)
  })

  it('lose nothing when the one that started the server is killed', async () => {
    const starter = await spawnMember(dataDir)
    const other = await spawnMember(dataDir)
    await writeRow(other.url)
    await starter.kill()
    await expectAllRows(other.url)
    const late = await spawnMember(dataDir)
    expect(late.adopted).toBe(true)
    await other.leave()
    await expectAllRows(late.url)
    await late.leave()
    expect(isRunning()).toBe(false)
  })

  it('that were all killed leave a server that the next adopts and stops', async () => {
    const members = [await spawnMember(dataDir), await spawnMember(dataDir)]
    await writeRow(members[0]?.url ?? '')
    await Promise.all(members.map((member) => member.kill()))
    expect(isRunning()).toBe(true)
    const next = await spawnMember(dataDir)
    expect([next.adopted, next.postgresPid]).toEqual([true, members[0]?.postgresPid])
    await expectAllRows(next.url)
    await next.leave()
    expect(isRunning()).toBe(false)
  })

  it('get the server back at the same address when it is killed', async () => {
    const members = [await spawnMember(dataDir), await spawnMember(dataDir)]
    const url = members[0]?.url ?? ''
    for (let round = 0; round < 2; round += 1) {
      await writeRow(url)
      const killed = findPostmaster(cluster)?.pid ?? 0
      process.kill(killed, 'SIGKILL')
      await vi.waitFor(() => expectAllRows(url), { timeout: 15_000, interval: 200 })
      expect(findPostmaster(cluster)?.pid).not.toBe(killed)
    }
    for (const member of members) await member.leave()
    expect(isRunning()).toBe(false)
  })

  it('are not disturbed by Ctrl-C in the terminal of the one that started the server', async () => {
    const member = await spawnMember(dataDir)
    await writeRow(member.url)
    member.signalGroup('SIGINT')
    await new Promise((resolve) => setTimeout(resolve, 300))
    await expectAllRows(member.url)
    await member.leave()
    expect(isRunning()).toBe(false)
  })
})

describe('a server that did not answer while the program was read', () => {
  it('is asked again when it is read', async () => {
    const member = await spawnMember(dataDir)
    const running = findPostmaster(cluster)!
    process.kill(running.pid, 'SIGSTOP')
    // Later than the server is waited for.
    const load = async () => {
      await sleep(SHORT_MS + 2000)
      process.kill(running.pid, 'SIGCONT')
      return vi.waitFor(() => query(member.url, 'select 1'), 30_000)
    }
    const options = {
      folder: openFolder(dataDir),
      binaries: await findBinaries(),
      runAs: chooseRunAs(),
      password: decodeURIComponent(new URL(member.url).password),
      durable: true,
      load,
    }
    const ready = await waitForServer(running, options, SHORT_MS)
    expect(ready?.pid).toBe(running.pid)
    await member.leave()
  })
})

describe('a folder that is removed under its server', () => {
  it('does not leave the server behind', async () => {
    const member = await spawnMember(dataDir)
    rmSync(cluster, { recursive: true })
    rmSync(join(dataDir, 'run'), { recursive: true })
    await member.leave()
    expect(isPostgresOf(member.postgresPid, cluster)).toBe(false)
    written = 0
    await (await spawnMember(dataDir)).leave()
  })
})

describe('after kill -9 of everything', () => {
  it('recovers, though a connection still works on for a server that is gone', async () => {
    const member = await spawnMember(dataDir)
    await writeRow(member.url)
    const busy = new Client({ connectionString: member.url })
    busy.on('error', () => {})
    await busy.connect()
    const { rows } = await busy.query<{ pid: number }>('select pg_backend_pid() as pid')
    const backend = rows[0]?.pid ?? 0
    busy.query('select count(*) from generate_series(1, 100000000000)').catch(() => {})
    await new Promise((resolve) => setTimeout(resolve, 200))
    await member.kill()
    process.kill(member.postgresPid, 'SIGKILL')

    const next = await spawnMember(dataDir)
    expect(isPostgresOf(backend, cluster)).toBe(false)
    await expectAllRows(next.url)
    await next.leave()
    await busy.end().catch(() => {})
  })

  it('is not fooled by a stranger that has got the pid of the dead server', async () => {
    const member = await spawnMember(dataDir)
    await writeRow(member.url)
    await member.kill()
    process.kill(member.postgresPid, 'SIGKILL')
    writeFileSync(
      join(cluster, 'postmaster.pid'),
      `${process.pid}\n${cluster}\n1\n1\n\n127.0.0.1\n`,
    )
    const next = await spawnMember(dataDir)
    expect(next.adopted).toBe(false)
    await expectAllRows(next.url)
    await next.leave()
    expect(existsSync(join(cluster, 'postmaster.pid'))).toBe(false)
  })

  it('takes another port when a stranger has got the old one', async () => {
    const before = await spawnMember(dataDir)
    await before.leave()
    // The port is free only when the last of the server's processes has ended.
    const stranger = await vi.waitFor(() => listenOn(Number(new URL(before.url).port)), {
      timeout: 10_000,
    })
    const after = await spawnMember(dataDir)
    expect(after.url).not.toBe(before.url)
    await expectAllRows(after.url)
    await after.leave()
    stranger.close()
  })
})

/** A server of somebody else. Rejects while the port is taken. */
async function listenOn(port: number): Promise<Server> {
  const server = createServer()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}
