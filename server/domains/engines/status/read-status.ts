import type { Answer } from '#contract/endpoint.ts'
import type { PublicEngine, status } from '#contract/status.ts'
import { type EngineWork, readEngineWork, waitOf } from '#server/domains/jobs/index.ts'
import { type EngineHealth, lanesOf } from '#server/engines/spec/index.ts'
import type { Db } from '#server/platform/db/index.ts'
import type { EngineKinds } from '../engine-kinds.ts'
import type { Fleet } from '../fleet/create-fleet.ts'
import { readStates } from '../fleet/states.ts'
import { type Incident, readIncidents } from '../fleet/incidents.ts'

interface StatusDeps {
  db: Db
  fleet: Fleet
  kinds: EngineKinds
}

/** Everybody may ask: for so long everybody gets the same answer. */
const KEPT_MS = 5_000

type Status = Answer<typeof status.read>

/** Reads how the engines are, in words for everybody. */
export function createStatusReader(deps: StatusDeps): () => Promise<Status> {
  let kept: { answer: Promise<Status>; until: number } | null = null
  return () => {
    if (!kept || Date.now() >= kept.until) {
      kept = { answer: readStatus(deps), until: Date.now() + KEPT_MS }
      kept.answer.catch(() => (kept = null))
    }
    return kept.answer
  }
}

async function readStatus({ db, fleet, kinds }: StatusDeps): Promise<Status> {
  // What only trains has no line that jobs wait in.
  const all = [...fleet.members()].filter(([, { engine }]) => lanesOf(engine).length > 0)
  const [statuses, states, work, incidents] = await Promise.all([
    fleet.registry.health(),
    readStates(db.kysely),
    readEngineWork(
      db.kysely,
      all.map(([name]) => name),
    ),
    readIncidents(db.kysely),
  ])
  const now = new Date()
  const healths = new Map(statuses.map(({ name, health }) => [name, health]))
  /** Since when it has been there; null: it never answered, and is nothing that anybody could miss. */
  const sinceOf = (name: string): Date | null => {
    const isUp = (healths.get(name)?.state ?? 'down') !== 'down'
    return states.get(name)?.first_ready_at ?? (isUp ? now : null)
  }
  const members = all.flatMap(([name, member]) => {
    const since = sinceOf(name)
    return since === null ? [] : [{ name, since, ...member }]
  })
  const past = Map.groupBy(incidents, ({ engine }) => engine)
  const counts: Record<PublicEngine['kind'], number> = { builtin: 0, server: 0, service: 0 }
  const engines = members.map(({ name, since, engine, kind: ownKind }) => {
    const kind = publicKind(kinds, ownKind)
    const number = ++counts[kind]
    const state = stateOf(healths.get(name), work.get(name))
    return {
      name: kind === 'builtin' ? 'Built-in engine' : `Image ${kind} ${number}`,
      kind,
      number,
      state,
      work: lanesOf(engine).map(({ pool }) => pool),
      wait_p50: state === 'away' || state === 'paused' ? null : waitOf(work.get(name)),
      since: since.toISOString(),
      incidents: (past.get(name) ?? [])
        .filter(({ started_at: from }) => from >= since)
        .map(presentIncident),
    }
  })
  return { checked_at: now.toISOString(), engines }
}

function publicKind(kinds: EngineKinds, kind: string): PublicEngine['kind'] {
  const needs = Object.hasOwn(kinds, kind) ? kinds[kind]?.needs : undefined
  if (needs === undefined) return 'builtin'
  return needs === 'key' ? 'service' : 'server'
}

function stateOf(
  health: EngineHealth | undefined,
  work: EngineWork | undefined,
): PublicEngine['state'] {
  if (!health) return 'away'
  if (health.closedBy === 'circuit') return 'away'
  if (health.closedBy !== undefined) return 'paused'
  if (health.state === 'down') return 'away'
  if (health.state === 'starting') return 'starting'
  return (work?.waiting ?? 0) > 0 ? 'busy' : 'ready'
}

const presentIncident = ({ started_at: from, ended_at: to }: Incident) => ({
  started_at: from.toISOString(),
  ended_at: to?.toISOString() ?? null,
})
