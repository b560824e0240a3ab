import { type BenchResult, isMet, type SkippedBench } from './bench-result.ts'

export type Bench = () => Promise<BenchResult | (BenchResult | SkippedBench)[]>

/** Units whose fractions say nothing. */
const WHOLE = new Set<BenchResult['unit']>(['ms', 'MB', 'kB', 'points'])

function formatRow({ name, value, unit, target, detail }: BenchResult, met: boolean): string {
  const digits = WHOLE.has(unit) ? 0 : unit === '' ? 3 : 2
  const aim = 'atLeast' in target ? `>= ${target.atLeast}` : `<= ${target.atMost}`
  const columns = [
    name.padEnd(54),
    `${value.toFixed(digits)} ${unit}`.padStart(10),
    `${aim} ${unit}`.padStart(12),
    met ? 'met' : 'MISSED',
  ]
  return `${columns.join('  ')}\n    ${detail.replaceAll('; ', '\n    ')}`
}

/**
 * Runs benches, prints a table of their results and ends the process: with 1 if a figure is not where it should be.
 * @param names those to run; none for all
 */
export async function runBenches(benches: Record<string, Bench>, names: string[]): Promise<never> {
  try {
    await printBenches(benches, names)
  } catch (error) {
    console.error(error)
    process.exitCode = 1
  }
  process.exit()
}

async function printBenches(benches: Record<string, Bench>, names: string[]): Promise<void> {
  const unknown = names.filter((name) => !(name in benches))
  if (unknown.length > 0) {
    throw new Error(`No bench ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}.`)
  }
  const rows: string[] = []
  let missed = 0
  for (const [name, bench] of Object.entries(benches)) {
    if (names.length > 0 && !names.includes(name)) continue
    process.stderr.write(`Running ${name} ...\n`)
    for (const result of [await bench()].flat()) {
      if ('skipped' in result) {
        rows.push(`${result.name.padEnd(54)}  SKIPPED\n    ${result.skipped}`)
        continue
      }
      const met = isMet(result)
      if (!met) missed++
      rows.push(formatRow(result, met))
    }
  }
  console.log(rows.join('\n'))
  if (missed > 0) process.exitCode = 1
}
