import { randomInt } from 'node:crypto'
import type { Seeds } from './kind.ts'

const SEEDS = 2 ** 32

export const randomSeed = (): number => randomInt(SEEDS)

/** Seed of one output of a job; null where it has none. */
export function seedOf<S extends number | null>(seed: S, index: number): S | number {
  return seed === null ? seed : (seed + index) % SEEDS
}
/** Of work that has nothing random in it. */
export const noSeeds = <P>(): Seeds<P> => ({
  isFixed: () => true,
  draw: (parameters) => ({ parameters, seed: null }),
})
