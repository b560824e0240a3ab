import { randomUUID } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '#contract/index.ts'
import { findPostmaster } from '#server/platform/embedded-postgres/postmaster.ts'
import { newPerson, type TestPerson } from '../support/people.ts'
import type { TestApp } from '../support/test-app.ts'
import { startBenchApp } from './bench-app.ts'
import type { BenchResult } from './bench-result.ts'
import { countProcessorTime, type ProcessorTime } from './processor-time.ts'
import { median } from './statistics.ts'

/** Enough that the processor sets the pace of both, not what a single caller waits for. */
const AT_ONCE = 16
const PEOPLE = 40
/** Jobs of one person in one round; the plan's queue takes 10. */
const JOBS_EACH = 8
const WARM_UP = 2
const ROUNDS = 9
const REQUEST = { prompt: 'a red apple', width: 256, height: 256, num_images: 1, steps: 8 }

/** Runs `work` for every item, some at once. Answers items a second. */
async function throughput<T>(items: readonly T[], work: (item: T) => Promise<unknown>) {
  const left = [...items]
  const started = performance.now()
  const worker = async (): Promise<void> => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return (items.length * 1000) / (performance.now() - started)
}

/** As a client would send it; to put it together is not the server's work, nor is to read the whole answer. */
const PAYLOAD = JSON.stringify(REQUEST)
const ID = /"id":"([^"]+)"/

/**
 * The whole call, put into the server without a socket, for the client would run on the same processor.
 * @returns the id of the job
 */
async function submit({ context }: TestApp, { token }: TestPerson): Promise<string> {
  const response = await context.http?.inject({
    method: 'POST',
    url: api.inferenceJobs.create.path,
    headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
    payload: PAYLOAD,
  })
  const id = response?.statusCode === 201 && ID.exec(response.body)?.[1]
  if (!id) throw new Error(`${response?.statusCode}: ${response?.body}`)
  return id
}

/** The parameters as the program keeps them. */
const PARAMETERS = JSON.stringify({
  ...REQUEST,
  type: 'TTI',
  negative_prompt: '',
  guidance_scale: 7,
  sampler: 'Euler a',
  seed: null,
  loras: [],
  model: 'bench',
})

/** The hold, whole: its parts, what moves in lot and account, and its line of the statement. */
const BARE_HOLD = `
  with hold as (
    insert into credit_holds (user_id, external_id, job_id, amount, created_at)
    values ($1, $2::uuid::text, $2, 1, now()) returning id, user_id, job_id
  ), lot as (
    update credit_lots set remaining = remaining - 1, held = held + 1 where id = $3 returning id, kind
  ), account as (
    update credit_accounts set balance = balance - 1, held = held + 1, settled_at = now()
    where user_id = $1 returning balance
  ), part as (
    insert into credit_hold_parts (hold_id, lot_id, amount) select hold.id, lot.id, 1 from hold, lot
  )
  insert into credit_entries (user_id, kind, external_id, amount, balance_after, lots, hold_id, job_id, text, created_at)
  select hold.user_id, 'hold', hold.job_id::text, -1, account.balance,
    jsonb_build_array(jsonb_build_object('lot', lot.id, 'kind', lot.kind, 'amount', 1)),
    hold.id, hold.job_id, 'Image generation', now()
  from hold, account, lot
  returning hold_id`

const BARE_JOB = `
  insert into inference_jobs (id, user_id, type, parameters, seed, model_hash, engine, lane, num_images,
    unit_price, cost_quoted, hold_id, weight, running_limit, deadline_at)
  values ($1, $2, 'TTI', $3, 1, 'bench', 'bench', 'bench', 1, 1, 1, $4, 4, 2, now() + interval '2 hours')`

const BARE_PICTURE = `
  insert into prediction_images (job_id, user_id, index, seed, width, height)
  values ($1, $2, 0, 1, 256, 256)`

/** A person of the bench and the one lot that the credits come from. */
interface Owner extends TestPerson {
  lot: string
}

/**
 * What a submit writes as the app's tables need it, by a program that does nothing else: hold, job and picture, each
 * one prepared statement, in one transaction over the program's own pool.
 */
async function writeBare({ db }: TestApp, { id: userId, lot }: Owner): Promise<string> {
  const client = await db.pool.connect()
  const job = randomUUID()
  try {
    await client.query('begin')
    const hold = await client.query<{ hold_id: string }>({
      name: 'bare_hold',
      text: BARE_HOLD,
      values: [userId, job, lot],
    })
    const holdId = hold.rows[0]?.hold_id
    await client.query({
      name: 'bare_job',
      text: BARE_JOB,
      values: [job, userId, PARAMETERS, holdId],
    })
    await client.query({ name: 'bare_picture', text: BARE_PICTURE, values: [job, userId] })
    await client.query('commit')
    return job
  } finally {
    client.release()
  }
}

/** One way to start a job; answers its id. */
type Way = (app: TestApp, owner: Owner) => Promise<string>

const WAYS = { accepted: submit, bare: writeBare } satisfies Record<string, Way>
type WayName = keyof typeof WAYS

/** Of one round of one way. */
interface Figures extends ProcessorTime {
  perSecond: number
}

async function newOwner(app: TestApp): Promise<Owner> {
  const person = await newPerson(app, { credits: 1000, plan: 'pro' })
  const { id } = await app.db.kysely
    .selectFrom('credit_lots')
    .select('id')
    .where('user_id', '=', person.id)
    .where('remaining', '>', 0)
    .executeTakeFirstOrThrow()
  return { ...person, lot: id }
}

/** Runs one way for all calls, then cancels what it made, so that both ways leave the same behind. */
async function runRound(app: TestApp, way: Way, calls: readonly Owner[]): Promise<Figures> {
  const postmaster = findPostmaster(join(realpathSync(app.config.dataDir), 'postgres'))
  const jobs: { owner: Owner; id: string }[] = []
  const stop = countProcessorTime(postmaster?.pid ?? null)
  const perSecond = await throughput(calls, async (owner) => {
    jobs.push({ owner, id: await way(app, owner) })
  })
  const { program, database } = stop()
  await throughput(jobs, ({ owner, id }) =>
    owner.call(api.inferenceJobs.cancel, { params: { id }, body: {} }),
  )
  return { perSecond, program: program / calls.length, database: database / calls.length }
}

/** Generations that the API accepts a second against the same rows written bare, by as many callers at once. */
export async function benchAccept(): Promise<BenchResult> {
  // Without workers the jobs stay where they are, and no engine takes the processor.
  const app = await startBenchApp({ env: { ROLES: 'web' } })
  try {
    const owners: Owner[] = []
    for (let count = 0; count < PEOPLE; count++) owners.push(await newOwner(app))
    const calls = Array.from({ length: JOBS_EACH }, () => owners).flat()
    const rounds: Record<WayName, Figures>[] = []
    for (let round = 0; round < WARM_UP + ROUNDS; round++) {
      const names: WayName[] = round % 2 === 0 ? ['accepted', 'bare'] : ['bare', 'accepted']
      const figures = new Map<WayName, Figures>()
      for (const name of names) figures.set(name, await runRound(app, WAYS[name], calls))
      rounds.push({ accepted: figures.get('accepted')!, bare: figures.get('bare')! })
    }
    return presentRounds(rounds.slice(WARM_UP))
  } finally {
    await app.dispose()
  }
}

function presentRounds(rounds: Record<WayName, Figures>[]): BenchResult {
  const describe = (name: WayName): string => {
    const middle = (pick: (figures: Figures) => number) =>
      median(rounds.map((round) => pick(round[name])))
    const rate = middle(({ perSecond }) => perSecond).toFixed(0)
    const [program, database] = [
      middle((figures) => figures.program),
      middle((figures) => figures.database),
    ].map((ms) => ms.toFixed(2))
    return `${name}: ${rate}/s, processor time of one: ${program} ms program + ${database} ms database`
  }
  return {
    name: 'Accepted generations against their rows written bare',
    value: median(rounds.map(({ accepted, bare }) => accepted.perSecond / bare.perSecond)),
    unit: 'x',
    target: { atLeast: 0.5 },
    detail: [
      `bare: hold (parts, lot, account, entry), job, picture; three statements in one transaction, ${AT_ONCE} at once`,
      describe('accepted'),
      describe('bare'),
    ].join('; '),
  }
}
