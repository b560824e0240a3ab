import type { z } from 'zod'
import type { AdminEngine, EngineKindChoice } from '#contract/admin-engines.ts'
import { countFailures } from '../fleet/circuits.ts'
import type { Member } from '../fleet/create-fleet.ts'
import { type EngineState, readStates } from '../fleet/states.ts'
import { type EngineWork, readEngineWork } from '#server/domains/jobs/index.ts'
import { type EngineHealth, lanesOf } from '#server/engines/spec/index.ts'
import { notFound } from '#server/platform/errors.ts'
import { inEnglish } from '#server/texts/index.ts'
import type { EngineContext } from './engine-context.ts'
import { findLosses } from './find-losses.ts'
import { readOffer } from './read-offer.ts'
import { sayTrouble } from './say-trouble.ts'

const MICROS_PER_CENT = 10_000

/** Nothing is sold of an engine in these states. */
const OUT_OF_USE: ReadonlySet<AdminEngine['state']> = new Set([
  'paused',
  'draining',
  'drained',
  'unreachable',
])

/** Every engine, the preferred one first, and the kinds that can be added. */
export async function listEngines(context: EngineContext): Promise<{
  results: AdminEngine[]
  kinds: z.infer<typeof EngineKindChoice>[]
}> {
  const kinds = Object.entries(context.kinds).map(
    ([kind, { title, needs, takesOptions = false }]) => ({
      kind,
      title,
      needs,
      takes_options: takesOptions,
    }),
  )
  return { results: await readEngines(context), kinds }
}

/** @throws {AppError} `not_found` */
export async function readEngine(context: EngineContext, id: string): Promise<AdminEngine> {
  const [engine] = await readEngines(context, (name) => name === id)
  if (!engine) throw notFound()
  return engine
}

async function readEngines(
  { db, fleet }: EngineContext,
  isWanted: (name: string) => boolean = () => true,
): Promise<AdminEngine[]> {
  const members = [...fleet.members()].filter(([name]) => isWanted(name))
  const names = members.map(([name]) => name)
  const [states, work, failures, statuses, offers] = await Promise.all([
    readStates(db.kysely),
    readEngineWork(db.kysely, names),
    countFailures(db),
    fleet.registry.health(),
    Promise.all(members.map(([, member]) => readOffer(member))),
  ])
  const healths = new Map(statuses.map(({ name, health }) => [name, health]))
  return members.map(([name, member], i) => {
    const shown = presentState(states.get(name), healths.get(name), work.get(name), member)
    return {
      ...presentMember(name, member),
      ...shown,
      models: offers[i]!.models.map((model) => model.name),
      tools: [
        ...offers[i]!.tools.map(({ tool }) => tool),
        ...offers[i]!.words.map(({ task }) => task),
      ],
      below_cost: OUT_OF_USE.has(shown.state) ? [] : findLosses(offers[i]!),
      failures_last_hour: failures.get(name) ?? 0,
    }
  })
}

function presentMember(name: string, { kind, source, label, url, credentials, engine }: Member) {
  const lanes = lanesOf(engine)
  return {
    id: name,
    name: label ?? name,
    kind,
    source,
    url,
    credentials,
    work: lanes.map(({ pool }) => pool),
    takes_models: engine.added !== undefined,
  }
}

function presentState(
  state: EngineState | undefined,
  health: EngineHealth | undefined,
  work: EngineWork | undefined,
  { credentials }: Member,
) {
  const isDown = health?.state === 'down' && health.closedBy !== 'circuit'
  const detail = isDown ? health.detail : null
  const problem =
    credentials === 'unreadable'
      ? 'Its credentials cannot be read, because SECRET_KEY has changed. Enter them again.'
      : detail && inEnglish(sayTrouble(health?.trouble))
  const { last_error: error, last_error_at: at, last_trouble: trouble } = state ?? {}
  const until = state?.circuit_until
  return {
    state: stateOf(state, health, work),
    problem,
    detail,
    open_until: until && until.getTime() > Date.now() ? until.toISOString() : null,
    last_error: error && at ? { text: inEnglish(sayTrouble(trouble)), at: at.toISOString() } : null,
    load: health?.load ?? 0,
    running: work?.running ?? 0,
    waiting: work?.waiting ?? 0,
    concurrency: state?.concurrency ?? null,
    usual_seconds: work?.usual_seconds ?? null,
    taken_over_today: work?.taken_over ?? 0,
    cost_today: Math.round((work?.cost_today ?? 0) / MICROS_PER_CENT),
    daily_limit:
      state === undefined || state.daily_limit === null
        ? null
        : Math.round(state.daily_limit / MICROS_PER_CENT),
  }
}

function stateOf(
  state: EngineState | undefined,
  health: EngineHealth | undefined,
  work: EngineWork | undefined,
): AdminEngine['state'] {
  const open = (work?.running ?? 0) + (work?.waiting ?? 0)
  if (state?.mode === 'paused') return 'paused'
  if (state?.mode === 'draining') return open > 0 ? 'draining' : 'drained'
  if (state?.limit_reached) return 'limit'
  if (state?.circuit_until)
    return state.circuit_until.getTime() > Date.now() ? 'circuit_open' : 'half_open'
  if (!health || health.state === 'down') return 'unreachable'
  if (health.state === 'starting') return 'starting'
  return (work?.running ?? 0) > 0 ? 'busy' : 'ready'
}
