import { randomInt } from 'node:crypto'
import type { Seeds } from './kind.ts'

const SEEDS = 2 ** 32

export const randomSeed = (): number => randomInt(SEEDS)

/** Seed of one output of a job; null where it has none. */
export function seedOf<S extends number | null>(seed: S, index: number): S | number {
  return seed === null ? seed : (seed + index) % SEEDS
}
/** Seeds of a kind of work in which nothing is random. */
export const noSeeds = <P>(): Seeds<P> => ({
  isFixed: () => true,
  draw: (parameters) => ({ parameters, seed: null }),
})
