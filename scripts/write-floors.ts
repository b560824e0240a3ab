/**
 * Draws who may import whom into docs/architecture.md, from the rules that `npm run boundaries` holds
 * (`npm run docs:floors`). `withFloors` is what the test compares the page with.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MAY_IMPORT } from './boundaries/rules.ts'

const FILE = join(import.meta.dirname, '..', 'docs', 'architecture.md')
const [START, END] = ['<!-- floors -->', '<!-- end of floors -->']

/**
 * The floors of the house, the ground floor first: a place stands one above the highest that it may import.
 * @throws {Error} where the rules go in a circle
 */
export function findFloors(rules: Readonly<Record<string, readonly string[]>>): string[][] {
  const heights = new Map<string, number>()
  const heightOf = (place: string, above: readonly string[]): number => {
    if (above.includes(place)) throw new Error(`A circle: ${[...above, place].join(' -> ')}`)
    const known = heights.get(place)
    if (known !== undefined) return known
    const below = (rules[place] ?? []).map((other) => heightOf(other, [...above, place]))
    const height = Math.max(-1, ...below) + 1
    heights.set(place, height)
    return height
  }
  const places = Object.keys(rules)
  const floors: string[][] = []
  for (const place of places) (floors[heightOf(place, [])] ??= []).push(place)
  // A place that no rule names, such as the tests, imports whatever it likes.
  return floors.map((floor) => floor.filter((place) => place in rules).toSorted())
}

/** The page with its floors redrawn. */
export function withFloors(page: string): string {
  const rows = findFloors(MAY_IMPORT)
    .map((places, floor) => `| ${floor} | ${places.join(', ')} |`)
    .toReversed()
  const table = ['| Floor | Places |', '| --- | --- |', ...rows].join('\n')
  const before = page.slice(0, page.indexOf(START) + START.length)
  return `${before}\n\n${table}\n\n${page.slice(page.indexOf(END))}`
}

if (import.meta.main) writeFileSync(FILE, withFloors(readFileSync(FILE, 'utf8')))
