import { randomNumbers } from '../../platform/random-numbers.ts'

/** Draws numbers and ids; the same ones for a seed. */
export interface Chance {
  number(): number
  id(): string
}

/** Numbers and ids that are the same for a seed. */
export function createChance(seed: number): Chance {
  const number = randomNumbers(seed)
  const hex = (digits: number) =>
    Array.from({ length: digits }, () => Math.floor(number() * 16).toString(16)).join('')
  return {
    number,
    id: () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`,
  }
}
