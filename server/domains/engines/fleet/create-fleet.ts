import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import { jobs } from '#server/domains/jobs/index.ts'
import type {
  ChangingRegistry,
  ClosedBy,
  Engine,
  GuardedEngine,
  GuardHooks,
} from '#server/engines/spec/index.ts'
import type { Database, Db } from '#server/platform/db/index.ts'
import type { Log } from '#server/platform/log.ts'
import { within } from '#server/platform/process/within.ts'
import type { EngineKinds, FixedEngine } from '../engine-kinds.ts'
import { saveClosed, saveFailure, saveOpened } from './circuits.ts'
import { openCredentials } from './credentials.ts'
import { readOrders } from './orders.ts'
import { readAddedModels } from './read-added-models.ts'
import { addStates, ENGINES_CHANNEL, type EngineState, readStates } from './states.ts'

/** An engine of the installation. */
export interface Member {
  /** The engine itself, without its guard (circuit breaker): for probes. */
  engine: Engine
  kind: string
  source: FixedEngine['source'] | 'added'
  /** What administrators call it; null: its name alone. */
  label: string | null
  url: string | null
  /** `unreadable`: SECRET_KEY is another one than when they were entered. */
  credentials: 'none' | 'kept' | 'unreadable'
}

/** The engines of this process, the same in every process. */
export interface Fleet {
  registry: ChangingRegistry
  /** By the name of the engine, the preferred one first. */
  members(): ReadonlyMap<string, Member>
  /** Reads what administrators added and how each engine stands, and follows both from then on. */
  start(): Promise<void>
  /** Resolves when this process has what was changed before. */
  refresh(): Promise<void>
  stop(): Promise<void>
}

export interface FleetDeps {
  db: Db
  log: Log
  registry: ChangingRegistry
  guard(engine: Engine, hooks: GuardHooks): GuardedEngine
  fixed: readonly FixedEngine[]
  kinds: EngineKinds
  /** Key of the installation, by which credentials are sealed. */
  secret: Buffer
}

type ServerRow = Selectable<Database['engine_servers']>

const RETRY_MS = 1000
/** A database that is away is not waited for. */
const STOP_WITHIN_MS = 2000

/** What this process knows of an engine. */
interface Watched {
  guarded: GuardedEngine
  member: Member
  /** Version of an added engine's settings: when it changes, the engine is made again. */
  version: number
  state: EngineState | null
  /** Changes that this process is about to write: what it reads meanwhile is older than what it knows. */
  writing: Promise<void>
  pending: number
}

export function createFleet(deps: FleetDeps): Fleet {
  const { db, registry, fixed, kinds, secret, guard } = deps
  const log = deps.log.child({ part: 'engines' })
  const watched = new Map<string, Watched>()
  /** Engines that were removed or made again: work that they have begun may go on. */
  const retired: Engine[] = []
  let stopped = false
  let reading: Promise<void> = Promise.resolve()
  let retry: NodeJS.Timeout | undefined

  function watch(member: Member, version: number): Watched {
    const { name } = member.engine
    const write = (change: () => Promise<void>) => {
      entry.pending += 1
      entry.writing = entry.writing
        .then(change)
        .catch((error: unknown) => log.warn({ err: error, engine: name }, 'was not written down'))
        .finally(() => (entry.pending -= 1))
    }
    const guarded = guard(member.engine, {
      closedBy: () => closedBy(entry.state),
      failed: (error) => write(() => saveFailure(db, name, error)),
      opened(circuit) {
        log.warn(
          { engine: name, seconds: circuit.restMs / 1000 },
          'the circuit of an engine is open',
        )
        write(() => saveOpened(db, name, circuit))
      },
      closed() {
        log.info({ engine: name }, 'the circuit of an engine is closed')
        write(() => saveClosed(db, name))
      },
    })
    const entry: Watched = {
      guarded,
      member,
      version,
      state: null,
      writing: Promise.resolve(),
      pending: 0,
    }
    return entry
  }

  /** Null for a kind that this version of the program does not have. */
  function make(row: ServerRow): Member | null {
    const { name, kind, label, url } = row
    const sealed = row.credentials
    const credentials = sealed && openCredentials(secret, name, sealed)
    const entry = kinds[kind]
    if (!entry) {
      log.warn({ engine: name, kind }, 'there is no such kind of engine')
      return null
    }
    if (sealed && credentials === null)
      log.warn({ engine: name }, 'credentials cannot be read: SECRET_KEY has changed since')
    return {
      engine: entry.create({ url, credentials }),
      kind,
      source: 'added',
      label,
      url,
      credentials: !sealed ? 'none' : credentials === null ? 'unreadable' : 'kept',
    }
  }

  function takeAdded(rows: readonly ServerRow[]): boolean {
    let changed = false
    const gone = [...watched.values()].filter(
      ({ member }) =>
        member.source === 'added' && !rows.some(({ name }) => name === member.engine.name),
    )
    for (const { member } of gone) {
      watched.delete(member.engine.name)
      retired.push(member.engine)
      changed = true
    }
    for (const row of rows) {
      const known = watched.get(row.name)
      if (known && (known.member.source !== 'added' || known.version === row.version)) continue
      const member = make(row)
      if (!member) continue
      if (known) retired.push(known.member.engine)
      watched.set(row.name, watch(member, row.version))
      changed = true
    }
    return changed
  }

  async function read(): Promise<void> {
    const rows = await db.kysely
      .selectFrom('engine_servers')
      .selectAll()
      .orderBy('created_at')
      .orderBy('name')
      .execute()
    const changed = takeAdded(rows)
    await addStates(db, [...watched.keys()])
    const states = await readStates(db.kysely)
    for (const [name, entry] of watched) {
      const state = states.get(name) ?? null
      entry.state = state
      if (entry.pending > 0) continue
      const { circuit_until: until, circuit_rest_ms: restMs } = state ?? {}
      entry.guarded.adopt(until && restMs ? { until: until.getTime(), restMs } : null)
    }
    const added = await readAddedModels(db.kysely)
    for (const [name, { member }] of watched) member.engine.added?.set(added.get(name) ?? [])
    registry.setOrders(await readOrders(db.kysely))
    if (changed) registry.replace(inOrder(watched, kinds).map(({ guarded }) => guarded.engine))
    else registry.forget()
  }

  function readSoon(): void {
    clearTimeout(retry)
    if (stopped) return
    reading = reading.then(read).catch((error: unknown) => {
      log.warn({ err: error }, 'the engines could not be read')
      retry = setTimeout(readSoon, RETRY_MS).unref()
    })
  }

  for (const { engine, kind, source } of fixed) {
    const member: Member = {
      engine,
      kind,
      source,
      label: null,
      url: null,
      credentials: 'none',
    }
    watched.set(engine.name, watch(member, 0))
  }
  registry.replace(inOrder(watched, kinds).map(({ guarded }) => guarded.engine))

  return {
    registry,
    members: () =>
      new Map(inOrder(watched, kinds).map(({ member }) => [member.engine.name, member] as const)),
    async start() {
      const subscriber = { message: readSoon, gap: readSoon }
      await db.listener.listen(ENGINES_CHANNEL, subscriber)
      await read()
    },
    refresh() {
      readSoon()
      return reading
    },
    async stop() {
      stopped = true
      clearTimeout(retry)
      const written = [...watched.values()].map(({ writing }) => writing)
      await within(STOP_WITHIN_MS, Promise.all([reading, ...written]))
      for (const engine of retired) await engine.dispose()
    },
  }
}

const RANK: Record<Member['source'], number> = { environment: 0, added: 1, builtin: 2 }
const SERVICE_RANK = 3

/**
 * Who sets up a server of their own means to use it; the built-in engine does what no other can. Services come last, for
 * each of their pictures costs money: they do what their models are asked for.
 */
function inOrder(watched: ReadonlyMap<string, Watched>, kinds: EngineKinds): Watched[] {
  const rank = ({ member: { kind, source } }: Watched) =>
    kinds[kind]?.needs === 'key' ? SERVICE_RANK : RANK[source]
  return [...watched.values()].toSorted((a, b) => rank(a) - rank(b))
}

function closedBy(state: EngineState | null): ClosedBy | null {
  if (!state) return null
  if (state.mode === 'paused' || state.mode === 'draining') return state.mode
  return state.limit_reached ? 'limit' : null
}

/** Jobs that each engine has to do, by each place that it has; for choosing among engines with one model. */
export async function readLoads(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ engine: string; jobs: number }>`
    select j.engine, count(*)::float8 / coalesce(max(s.concurrency), 1) as jobs
    from ${jobs} j left join engine_states s on s.engine = j.engine
    where j.status in ('P', 'R') group by j.engine`.execute(db.kysely)
  return new Map(rows.map(({ engine, jobs: count }) => [engine, count]))
}
