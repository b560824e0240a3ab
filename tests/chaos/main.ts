/**
 * Kills the program's processes in the middle of generations, trainings, sets of headshots, proposals of words, payments, invitations and deletions of accounts, and then counts money,
 * pictures and what is left of the deleted. A job may fail only when kills used up its attempts; each is listed.
 *
 *   npm run chaos -- --kills 50 [--business] [--state FILE]
 *
 * With `--business` it kills them in the middle of what staff and customers do instead: answers, credits given back and forgiven,
 * prices (also planned ones that come into force), announcements, promotions, decisions about linked accounts, invitations, withdrawals, disputes, bans, plans and the mails of all that. With `--stand-still SECONDS` instead, the store and then the database stand still for so long, and nothing is killed.
 * With a state file a run that was ended goes on where it was; without one its data are thrown away when all is well.
 */
import { randomInt } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createClient } from '#tests/support/client.ts'
import { CONSENT_TEXTS } from '#contract/values/consents.ts'
import { api } from '#contract/index.ts'
import { openEmbeddedPostgres } from '#server/platform/embedded-postgres/index.ts'
import { pickPort } from '#server/platform/embedded-postgres/port.ts'
import { findPostmaster } from '#server/platform/embedded-postgres/postmaster.ts'
import { createLogger } from '#server/platform/log.ts'
import { startFalDouble } from '#tests/support/doubles/fal-server.ts'
import { fetchTransport } from '#tests/support/fetch-transport.ts'
import { PASSWORD } from '#tests/support/people.ts'
import { runCommand } from '#tests/support/run-program.ts'
import { Cluster, killLeftovers, type Victim } from './cluster.ts'
import { countBusiness, keepMails, waitForBusiness } from './business/count.ts'
import { DEED_KINDS, DeedFile } from './business/deeds.ts'
import { Office } from './business/office.ts'
import { type Count, countEverything, waitForEvents, waitForProposals } from './count.ts'
import { waitForReferrals } from './count-growth.ts'
import { waitForLeavers } from './count-leavers.ts'
import { inviteFriend, makePromotion } from './growth.ts'
import { areSetsOver } from './sets.ts'
import { sweepFilesNow } from './sweep-files.ts'
import { standStill } from './stand-still.ts'
import { type ChaosUser, StateFile } from './state.ts'
import { Storm } from './storm.ts'
import { stopTrainings } from './studios.ts'
import { listUndone, waitUntilDone } from './totals.ts'

const VICTIMS: Victim[] = ['web', 'worker', 'postgres', 'engine', 'standing postgres']
const USERS = 3
const ORDERS_AT_ONCE = 2
const CREDITS = 1_000_000
/** Of a round. */
const LEAVERS = 3
/** Long enough to be killed in. */
const SERVICE_DRAWS_MS = 1500
const READY_MS = 120_000
const SETTLE_MS = 240_000
/** Longer than it takes until what withdrawals wait for is looked at again. */
const BUSINESS_SETTLE_MS = 400_000
/** A long run counts now and then, so that a difference is found near its cause. */
const KILLS_PER_ROUND = 25

async function createUser(cluster: Cluster, email: string): Promise<ChaosUser> {
  const flags = ['--email', email, '--password', PASSWORD, '--plan', 'pro', '--verified']
  const made = await runCommand(
    ['user', 'create', ...flags, '--credits', String(CREDITS)],
    cluster.env,
  )
  if (made.code !== 0) throw new Error(`No user could be made: ${made.stderr}`)
  const { id } = JSON.parse(made.stdout) as { id: string }
  const call = createClient(fetchTransport(cluster.url))
  const { key } = await call(api.accounts.login, { body: { email, password: PASSWORD } })
  const headers = { authorization: `Token ${key}` }
  // Faces are swapped too.
  await createClient(fetchTransport(cluster.url, { headers }))(api.consents.give, {
    body: { kind: 'faces', version: CONSENT_TEXTS.faces.version },
  })
  return { id, email, token: key, credits: CREDITS }
}

/** Adds people until there are so many. */
async function addUsers(
  cluster: Cluster,
  file: StateFile,
  { list, count }: { list: 'users' | 'leavers'; count: number },
): Promise<void> {
  const people = file.state[list]
  while (people.length < count) {
    people.push(await createUser(cluster, `chaos-${list}-${people.length + 1}@example.com`))
    file.save()
  }
}

/** Random, but each comes up before one comes again. */
function shuffledVictims(): Victim[] {
  return VICTIMS.map((victim) => ({ victim, order: randomInt(1_000_000) }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ victim }) => victim)
}

/** Kills at random moments, now and then while the last one is not over yet. */
async function killSome(cluster: Cluster, file: StateFile, count: number): Promise<void> {
  const deck: Victim[] = []
  for (let done = 0; done < count;) {
    if (randomInt(3) > 0) await cluster.whenReady(READY_MS)
    await sleep(randomInt(300, 3500))
    if (deck.length === 0) deck.push(...shuffledVictims())
    const victim = deck.at(-1) ?? 'web'
    const pid = cluster.kill(victim)
    if (pid === null) continue
    deck.pop()
    done += 1
    file.state.kills += 1
    file.state.pids = cluster.pids
    file.save()
    console.log(`kill ${file.state.kills}: ${victim} (process ${pid})`)
  }
}

/** Waits until no user has a job that is pending or running. */
async function waitForEnds(cluster: Cluster, users: readonly ChaosUser[]): Promise<void> {
  const deadline = Date.now() + SETTLE_MS
  for (const { token } of users) {
    const call = createClient(
      fetchTransport(cluster.url, { headers: { authorization: `Token ${token}` } }),
    )
    for (;;) {
      const open = await call(api.inferenceJobs.running, { query: {} }).catch(() => null)
      if (open?.results.length === 0) break
      // Jobs that have not ended by then are counted as a difference.
      if (Date.now() > deadline) return
      await sleep(300)
    }
  }
}

/** Waits until nothing of a run is to come, and has what was not made given back. */
async function settleRuns(cluster: Cluster, users: readonly ChaosUser[]): Promise<void> {
  const deadline = Date.now() + SETTLE_MS
  for (const { token } of users) {
    const call = createClient(
      fetchTransport(cluster.url, { headers: { authorization: `Token ${token}` } }),
    )
    for (let cursor: string | undefined; ;) {
      const query = cursor === undefined ? {} : { cursor }
      const page = await call(api.photoPacks.my, { query }).catch(() => null)
      const left = page?.results.filter(({ cost }) => cost.held > 0)
      for (const { id, counts } of left ?? []) {
        if (counts.open > 0) continue
        await call(api.photoPacks.cancelRun, { params: { id }, body: {} }).catch(() => null)
      }
      // What is not settled by then is counted as a difference.
      if (Date.now() > deadline) return
      if (left?.length !== 0) await sleep(300)
      else if (page?.next == null) break
      else cursor = new URL(page.next).searchParams.get('cursor') ?? undefined
    }
  }
}

/** Stops what is still trained, and waits until it has ended. */
async function settleTrainings(cluster: Cluster, users: readonly ChaosUser[]): Promise<void> {
  const deadline = Date.now() + SETTLE_MS
  for (const { token } of users) {
    const headers = { authorization: `Token ${token}` }
    const call = createClient(fetchTransport(cluster.url, { headers }))
    // Trainings that have not ended by then are counted as a difference.
    while (!(await stopTrainings(call)) && Date.now() < deadline) await sleep(300)
  }
}

/** Waits until nothing of a set is to come. */
async function settleSets(cluster: Cluster, users: readonly ChaosUser[]): Promise<void> {
  const deadline = Date.now() + SETTLE_MS
  for (const { token } of users) {
    const headers = { authorization: `Token ${token}` }
    const call = createClient(fetchTransport(cluster.url, { headers }))
    // Sets that are not over by then are counted as a difference.
    while (!(await areSetsOver(call)) && Date.now() < deadline) await sleep(300)
  }
}

/** The operator's own check, which also asks the payment provider. */
async function reconcile(cluster: Cluster): Promise<string[]> {
  const { code, stdout, stderr } = await runCommand(['billing', 'reconcile'], cluster.env)
  return code === 0
    ? []
    : [...stdout.trim().split('\n'), stderr].map((line) => `reconcile: ${line}`)
}

async function countAll(cluster: Cluster, file: StateFile): Promise<Count> {
  const postgres = await openEmbeddedPostgres({
    dataDir: cluster.dataDir,
    log: createLogger({ level: 'error' }),
  })
  try {
    await waitForReferrals(postgres.url, SETTLE_MS, async () => {
      // In the midst of granting, with some luck: they are looked at every ten seconds.
      await sleep(randomInt(11_000))
      console.log(`invitations are due: worker (process ${cluster.kill('worker')}) killed`)
      await cluster.whenReady(READY_MS)
    })
    await waitForLeavers(postgres.url, SETTLE_MS)
    await waitForEvents(postgres.url, SETTLE_MS)
    await waitForProposals(postgres.url, SETTLE_MS)
    const strays = await sweepFilesNow(postgres.url, cluster.dataDir)
    console.log(`${strays} files belonged to nothing and were swept`)
    const { users, leavers, invited } = file.state
    return await countEverything(postgres.url, cluster.dataDir, {
      users,
      leavers,
      invited,
      accepted: file.accepted(),
      purchases: file.purchases(),
    })
  } finally {
    await postgres.close()
  }
}

const databaseOf = <T>(cluster: Cluster, work: (url: string) => Promise<T>): Promise<T> =>
  openEmbeddedPostgres({ dataDir: cluster.dataDir, log: createLogger({ level: 'error' }) }).then(
    async (postgres) => {
      try {
        return await work(postgres.url)
      } finally {
        await postgres.close()
      }
    },
  )

/** A round in which staff and customers do business, with purchases by invitation and promotion beside it. */
async function runBusiness(cluster: Cluster, file: StateFile, kills: number): Promise<string[]> {
  const wrong: string[] = []
  const tell = (what: string) => wrong.push(`a request was answered wrongly: ${what}`)
  const deeds = new DeedFile(join(file.state.folder, 'deeds.jsonl'))
  await databaseOf(cluster, keepMails)
  await addUsers(cluster, file, { list: 'users', count: 1 })
  const promotion = await prepareGrowth(cluster, file)
  const office = await Office.open(cluster, { done: (deed) => deeds.add(deed), wrong: tell })
  const storm = new Storm(cluster.url, {
    accepted: (accepted) => file.accept(accepted),
    bought: (purchase) => file.purchase(purchase),
    wrong: tell,
  })
  storm.start({ users: [], leavers: [], invited: file.state.invited, promotion }, 0)
  office.start()
  await killSome(cluster, file, kills)
  await cluster.whenReady(READY_MS)
  await storm.stop()
  await office.stop()
  const counted = await databaseOf(cluster, async (url) => {
    await waitForBusiness(url, BUSINESS_SETTLE_MS, async () => {
      await sleep(randomInt(5000))
      console.log(`mails are due: worker (process ${cluster.kill('worker')}) killed`)
      await cluster.whenReady(READY_MS)
    })
    return countBusiness(url, deeds.all())
  })
  console.log(`done: ${JSON.stringify(counted.done)}`)
  const { totals, differences } = await countAll(cluster, file)
  console.log(
    `after ${file.state.kills} kills: ${totals.purchases} purchases, ${totals.promoted} promoted, ${totals.rewarded} invitations, ${totals.pictures} images`,
  )
  const all = [...wrong, ...counted.differences, ...differences, ...cluster.crashes.splice(0)]
  for (const kind of DEED_KINDS)
    if (counted.done[kind] === undefined) all.push(`nothing of ${kind} was done at all`)
  if (totals.promoted === 0) all.push('no purchase was made with a promotion code')
  if (totals.rewarded === 0) all.push('no invitation brought anything')
  all.push(...(await reconcile(cluster)))
  for (const line of all) console.log(`DIFFERENCE ${line}`)
  return all
}

/** A promotion, which each account may use once, and one more who comes by a link. @returns the code of the promotion */
async function prepareGrowth(cluster: Cluster, file: StateFile): Promise<string> {
  const { state } = file
  const promotion = await makePromotion(cluster)
  const [inviter] = state.users
  if (inviter) state.invited.push(await inviteFriend(cluster, inviter))
  file.save()
  return promotion
}

/** A storm with kills in it, then the count. */
async function runRound(cluster: Cluster, file: StateFile, kills: number): Promise<string[]> {
  const wrong: string[] = []
  const storm = new Storm(cluster.url, {
    accepted: (accepted) => file.accept(accepted),
    bought: (purchase) => file.purchase(purchase),
    wrong: (what) => wrong.push(`a request was answered wrongly: ${what}`),
  })
  const { gone } = file.state
  const isLong = kills >= KILLS_PER_ROUND
  await addUsers(cluster, file, { list: 'users', count: USERS })
  await addUsers(cluster, file, { list: 'leavers', count: gone + LEAVERS })
  const promotion = await prepareGrowth(cluster, file)
  const { users, leavers, invited } = file.state
  storm.start({ users, leavers: leavers.slice(gone), invited, promotion }, ORDERS_AT_ONCE)
  await killSome(cluster, file, kills)
  await cluster.whenReady(READY_MS)
  await databaseOf(cluster, (url) => waitUntilDone(url, { timeoutMs: SETTLE_MS, isLong }))
  await storm.stop()
  file.state.gone = leavers.length
  file.save()
  await settleRuns(cluster, file.state.users)
  await settleTrainings(cluster, file.state.users)
  await settleSets(cluster, file.state.users)
  await waitForEnds(cluster, file.state.users)
  const { totals, differences } = await countAll(cluster, file)
  const { failures, ...sums } = totals
  console.log(`after ${file.state.kills} kills: ${JSON.stringify(sums)}`)
  for (const line of failures) console.log(`FAILED ${line}`)
  const all = [...wrong, ...differences, ...cluster.crashes.splice(0)]
  all.push(...listUndone(totals, isLong))
  if (totals.rewarded === 0) all.push('no invitation brought anything')
  all.push(...(await reconcile(cluster)))
  for (const line of all) console.log(`DIFFERENCE ${line}`)
  return all
}

async function runStandStill(seconds: number): Promise<number> {
  const faults = await standStill(seconds)
  for (const line of faults) console.log(`DIFFERENCE ${line}`)
  console.log(`${faults.length} differences`)
  return faults.length === 0 ? 0 : 1
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      kills: { type: 'string' },
      state: { type: 'string' },
      business: { type: 'boolean' },
      'stand-still': { type: 'string' },
    },
  })
  if (values['stand-still'] !== undefined) return runStandStill(Number(values['stand-still']))
  const kills = Number(values.kills ?? '50')
  if (!Number.isInteger(kills) || kills < 1)
    throw new Error('--kills must be a whole number above zero')
  const file = new StateFile(values.state ?? null, await pickPort())
  const { state } = file
  killLeftovers(state.pids)
  const service = await startFalDouble()
  service.drawMs = SERVICE_DRAWS_MS
  const cluster = new Cluster(state.folder, state.port, service.url)
  const run = values.business === true ? runBusiness : runRound
  const differences: string[] = []
  try {
    cluster.start()
    await cluster.whenReady(READY_MS)
    while (state.kills < kills && differences.length === 0) {
      const round = Math.min(KILLS_PER_ROUND, kills - state.kills)
      differences.push(...(await run(cluster, file, round)))
    }
  } finally {
    differences.push(...(await cluster.stop()))
    await service.close()
  }
  if (findPostmaster(join(cluster.dataDir, 'postgres')))
    differences.push('PostgreSQL was left running')
  state.pids = []
  file.save()
  if (differences.length === 0 && file.isTemporary)
    rmSync(state.folder, { recursive: true, force: true })
  else console.log(`The data and logs are in ${state.folder}`)
  console.log(`${state.kills} kills, ${differences.length} differences`)
  return differences.length === 0 ? 0 : 1
}

process.exitCode = await main()
