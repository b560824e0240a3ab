import type { Chance } from './chance.ts'

export interface SimulatedJob {
  id: string
  user_id: string
  type: string
  status: 'S' | 'FL' | 'CD' | 'B'
  engine: string
  num_images: number
  price: number
  hold_id: string | null
  error: { code: string; message: string } | null
  created_at: Date
  started_at: Date | null
  finished_at: Date
  engine_ms: number | null
  /** Millionths of a US dollar; null: the engine's provider names no price. */
  engine_cost: number | null
  images: { id: string; status: 'S' | 'FL' | 'CD' | 'B' }[]
}

const KINDS = [
  { type: 'TTI', price: 1, share: 0.55 },
  { type: 'ITI', price: 1, share: 0.2 },
  { type: 'UI', price: 2, share: 0.1 },
  { type: 'RB', price: 1, share: 0.1 },
  { type: 'FS', price: 2, share: 0.05 },
] as const
const ENGINES = [
  { engine: 'builtin', share: 0.6, cost: null },
  { engine: 'fal', share: 0.3, cost: 3000 },
  { engine: 'workshop', share: 0.1, cost: null },
] as const
const CAUSES = ['engine_error', 'engine_unreachable', 'timeout', 'out_of_memory'] as const

/** One of these, as often as its share says. */
function draw<T extends { share: number }>(chance: Chance, from: readonly T[]): T {
  let rest = chance.number()
  return from.find(({ share }) => (rest -= share) < 0) ?? from[0]!
}

/** A job with its end: most are delivered, some fail, are canceled or blocked. */
export function newJob(chance: Chance, userId: string, at: Date): SimulatedJob {
  const { type, price } = draw(chance, KINDS)
  const { engine, cost } = draw(chance, ENGINES)
  const luck = chance.number()
  const status = luck < 0.9 ? 'S' : luck < 0.96 ? 'FL' : luck < 0.99 ? 'CD' : 'B'
  const count = type === 'TTI' ? 1 + Math.floor(chance.number() * 4) : 1
  const started =
    status === 'B' ? null : new Date(at.getTime() + Math.round(chance.number() ** 3 * 90_000))
  const ms = status === 'B' ? null : Math.round(2000 + chance.number() * 20_000)
  const finished = new Date((started ?? at).getTime() + (ms ?? 0))
  const code = CAUSES[Math.floor(chance.number() * CAUSES.length)]!
  return {
    id: chance.id(at),
    user_id: userId,
    type,
    status,
    engine,
    num_images: count,
    price,
    hold_id: null,
    error: status === 'FL' ? { code, message: 'The demo failed here.' } : null,
    created_at: at,
    started_at: started,
    finished_at: finished,
    engine_ms: ms,
    engine_cost: cost === null || status !== 'S' ? null : cost * count,
    images: Array.from({ length: count }, () => ({ id: chance.id(finished), status })),
  }
}
