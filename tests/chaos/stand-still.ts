import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '#tests/support/client.ts'
import { api } from '#contract/index.ts'
import { pickPort } from '#server/platform/embedded-postgres/port.ts'
import { findPostmaster } from '#server/platform/embedded-postgres/postmaster.ts'
import { fetchTransport } from '#tests/support/fetch-transport.ts'
import { PASSWORD } from '#tests/support/people.ts'
import { runCommand, runProgram } from '#tests/support/run-program.ts'
import { percentile } from '../bench/statistics.ts'
import { childrenOf, signalAll } from './signal-all.ts'

const EMAIL = 'stand-still@example.com'
const S3 = { bucket: 'images', accessKeyId: 'AKCHAOS' }
/** Of anything that is asked while the other side does not answer. */
const MOST_MS = 15_000
/** Of `/readyz`, whatever stands still: 2 s and what a busy machine adds. */
const MOST_READY_MS = 3000
/** Once it is known that it is away, of nineteen in twenty: one now and then looks whether it is back. */
const MOST_KNOWN_MS = 1000
const KNOWN_SHARE = 0.95
/** By then it must be known. */
const KNOWN_AFTER_MS = 15_000
/** From the other side's first breath until all is as before. */
const MOST_BACK_MS = 30_000
const EVERY_MS = 500

interface Probe {
  name: string
  status: number
  /** Header `Retry-After`. */
  retryAfter: string | null
  ms: number
  /** Since the other side stopped. */
  at: number
}

interface Asked {
  name: string
  /** Status while the other side is away; null: it does without. */
  away: number | null
  ask(signal: AbortSignal): Promise<Response>
}

async function probe({ name, ask }: Asked, stoppedAt: number): Promise<Probe> {
  const begin = performance.now()
  const answer = await ask(AbortSignal.timeout(60_000)).catch(() => null)
  await answer?.arrayBuffer().catch(() => {})
  return {
    name,
    status: answer?.status ?? 0,
    retryAfter: answer?.headers.get('retry-after') ?? null,
    ms: performance.now() - begin,
    at: begin - stoppedAt,
  }
}

/** Those who ask when it is long known that the other side is away are told at once. */
function slowOf(probes: readonly Probe[]): string[] {
  const known = probes.filter(({ name, at }) => name !== '/readyz' && at > KNOWN_AFTER_MS)
  return [...Map.groupBy(known, ({ name }) => name)].flatMap(([name, all]) => {
    const ms = percentile(
      all.map((one) => one.ms),
      KNOWN_SHARE,
    )
    return ms > MOST_KNOWN_MS ? [`${name}: p${KNOWN_SHARE * 100} ${ms.toFixed(0)} ms`] : []
  })
}

/** What is wrong with answers given while the other side stood still. */
function faultsOf(asked: readonly Asked[], probes: readonly Probe[]): string[] {
  return probes.flatMap(({ name, status, retryAfter, ms, at }) => {
    const wanted = asked.find((one) => one.name === name)?.away
    const known = at > KNOWN_AFTER_MS
    const limit = name === '/readyz' ? MOST_READY_MS : MOST_MS
    const where = `${name}, ${(at / 1000).toFixed(1)} s in`
    return [
      ...(ms > limit ? [`${where}: answered after ${ms.toFixed(0)} ms`] : []),
      ...(wanted && status !== wanted && known ? [`${where}: ${status}, not ${wanted}`] : []),
      ...(!wanted && status >= 400 ? [`${where}: ${status}`] : []),
      ...(status === 503 && retryAfter === null ? [`${where}: 503 without Retry-After`] : []),
      ...(status === 0 || status === 500 ? [`${where}: ${status || 'no answer'}`] : []),
    ]
  })
}

function describeProbes(probes: readonly Probe[]): string {
  return [...Map.groupBy(probes, ({ name }) => name)]
    .map(([name, all]) => {
      const statuses = [...Map.groupBy(all, ({ status }) => status)].map(
        ([status, some]) => `${some.length} x ${status}`,
      )
      const known = all.filter(({ at }) => at > KNOWN_AFTER_MS).map(({ ms }) => ms)
      const longest = (times: number[]) => `${Math.max(0, ...times).toFixed(0)} ms`
      return `${name}: ${statuses.join(', ')}; longest ${longest(all.map(({ ms }) => ms))}, once known ${longest(known)}`
    })
    .join('\n    ')
}

/**
 * Stops the store and then the database of a running program, as a machine that hangs does, each for so long, and lets
 * them go on: what is asked meanwhile must be answered in time, and afterwards all must be as before.
 * @returns what was wrong
 */
export async function standStill(seconds: number): Promise<string[]> {
  const dataDir = realpathSync(mkdtempSync(join(tmpdir(), 'atelier-stand-still-')))
  const store = spawn(
    process.execPath,
    [join(import.meta.dirname, 's3-store.ts'), S3.bucket, S3.accessKeyId],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const [endpoint] = (await once(createInterface({ input: store.stdout }), 'line')) as [string]
  const port = String(await pickPort())
  const env = {
    DATA_DIR: dataDir,
    PORT: port,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
    LOG_FORMAT: 'json',
    S3_ENDPOINT: endpoint,
    S3_BUCKET: S3.bucket,
    S3_ACCESS_KEY_ID: S3.accessKeyId,
    S3_SECRET_ACCESS_KEY: 'secret-of-chaos',
    API_LIMIT_PER_ADDRESS: '0',
    API_LIMIT_PER_CALLER: '0',
  }
  const program = runProgram({ env })
  try {
    await program.ready
    const url = `http://127.0.0.1:${port}`
    const flags = ['--email', EMAIL, '--password', PASSWORD, '--plan', 'pro', '--verified']
    const made = await runCommand(['user', 'create', ...flags, '--credits', '1000'], env)
    if (made.code !== 0) throw new Error(`No user could be made: ${made.stderr}`)
    const { key } = await createClient(fetchTransport(url))(api.accounts.login, {
      body: { email: EMAIL, password: PASSWORD },
    })
    const headers = { authorization: `Token ${key}` }
    const call = createClient(fetchTransport(url, { headers }))

    /** Draws one image. @returns its address */
    const draw = async (seed: number): Promise<string> => {
      const body = { prompt: 'a red apple', seed, width: 64, height: 64, steps: 1, num_images: 1 }
      const { id } = await call(api.inferenceJobs.create, { body })
      for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(200)) {
        const job = await call(api.inferenceJobs.detail, { params: { id } })
        const [image] = job.images
        if (job.status === 'S' && image) return image.url
        if (job.status === 'FL') throw new Error(`The job failed: ${job.error?.message}`)
      }
      throw new Error('The job did not end')
    }
    const get =
      (path: string): Asked['ask'] =>
      (signal) =>
        fetch(`${url}${path}`, { headers, signal })
    const image = await draw(1)

    const spell = async (
      what: string,
      pids: readonly number[],
      asked: readonly Asked[],
    ): Promise<string[]> => {
      signalAll(pids, 'SIGSTOP')
      const stoppedAt = performance.now()
      const probes: Probe[] = []
      const isOver = () => performance.now() - stoppedAt > seconds * 1000
      await Promise.all(
        asked.map(async (one) => {
          for (; !isOver(); await sleep(EVERY_MS)) probes.push(await probe(one, stoppedAt))
        }),
      )
      const stood = (performance.now() - stoppedAt) / 1000
      signalAll(pids, 'SIGCONT')
      const wokeAt = performance.now()
      const faults = [...faultsOf(asked, probes), ...slowOf(probes)]
      const isBack = async () =>
        (await Promise.all(asked.map((one) => probe(one, wokeAt)))).every(
          ({ status }) => status === 200,
        )
      while (!(await isBack()) && performance.now() - wokeAt < MOST_BACK_MS) await sleep(100)
      const back = performance.now() - wokeAt
      if (back >= MOST_BACK_MS) faults.push(`not back ${MOST_BACK_MS / 1000} s after it went on`)
      await draw(2).catch((error: unknown) => faults.push(`afterwards: ${String(error)}`))
      console.log(
        `${what} stood still for ${stood.toFixed(0)} s, all was back after ${back.toFixed(0)} ms\n    ${describeProbes(probes)}`,
      )
      return faults.map((fault) => `${what}: ${fault}`)
    }

    const ready: Asked = { name: '/readyz', away: 503, ask: get('/readyz') }
    const me = get('/api/users/me/')
    const faults = await spell(
      'S3',
      [store.pid ?? 0],
      [
        ready,
        { name: 'an image', away: 503, ask: get(image) },
        { name: '/api/users/me/', away: null, ask: me },
      ],
    )
    const postmaster = findPostmaster(join(dataDir, 'postgres'))?.pid
    if (postmaster === undefined) throw new Error('There is no database')
    faults.push(
      ...(await spell(
        'PostgreSQL',
        [postmaster, ...childrenOf(postmaster)],
        [
          ready,
          { name: '/api/users/me/', away: 503, ask: me },
          { name: '/healthz', away: null, ask: get('/healthz') },
        ],
      )),
    )
    program.kill('SIGTERM')
    const { code } = await program.ended
    if (code !== 0) faults.push(`it ended with ${code} on SIGTERM`)
    for (const line of program.stderr().split('\n').filter(Boolean)) faults.push(`log: ${line}`)
    return faults
  } finally {
    program.kill('SIGKILL')
    store.kill('SIGKILL')
    await program.ended
    rmSync(dataDir, { recursive: true, force: true })
  }
}
