import type { Engine } from './engine.ts'

/**
 * Work that waits in one line. Each pool of an engine has its own, so that a light tool never waits behind a drawing.
 */
export const POOLS = ['drawing', 'tools', 'video', 'training'] as const
export type Pool = (typeof POOLS)[number]

/** The pools that jobs wait in; a training is no job, and waits in a line that its own domain empties. */
const JOB_POOLS = POOLS.filter((pool) => pool !== 'training')

/** A number for each pool. */
export type PerPool = Readonly<Record<Pool, number>>

/** The part of an engine that a pool needs. */
const PARTS = {
  drawing: 'image',
  tools: 'tool',
  video: 'video',
  training: 'training',
} as const satisfies Record<Pool, keyof Engine>

/** A queue that workers of an engine empty. */
export interface Lane {
  name: string
  engine: string
  pool: Pool
}

/**
 * The name of the lane of an engine's pool. Drawing has the engine's own name: there was no other pool once, and jobs
 * that were queued then are still found.
 */
export function laneName(engine: string, pool: Pool): string {
  return pool === 'drawing' ? engine : `${engine}.${pool}`
}

/** The engine of a lane: the other way round. */
export function engineOfLane(lane: string): string {
  const pool = POOLS.find((one) => one !== 'drawing' && lane.endsWith(`.${one}`))
  return pool === undefined ? lane : lane.slice(0, -pool.length - 1)
}

/** The lanes of an engine that jobs wait in: those of the parts that it has. */
export function lanesOf(engine: Engine): Lane[] {
  return JOB_POOLS.filter((pool) => engine[PARTS[pool]] !== undefined).map((pool) => ({
    name: laneName(engine.name, pool),
    engine: engine.name,
    pool,
  }))
}
