import { randomNumbers } from '#lib/random-numbers.ts'

/** Draws numbers and ids; the same ones for a seed. */
export interface Chance {
  number(): number
  /** @param at when the row is made: ids are in the order of time, as those of the database are */
  id(at: Date): string
}

/** Numbers and ids that are the same for a seed. */
export function createChance(seed: number): Chance {
  const number = randomNumbers(seed)
  const hex = (digits: number) =>
    Array.from({ length: digits }, () => Math.floor(number() * 16).toString(16)).join('')
  return {
    number,
    id(at) {
      const time = at.getTime().toString(16).padStart(12, '0')
      return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-8${hex(3)}-${hex(12)}`
    },
  }
}
