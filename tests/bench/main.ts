/**
 * The program's figures, each a ratio of things timed in turns in one run, or a time where only that means something.
 * Usage: `npm run bench [-- NAME ...]`, names as below; exits with 1 if a figure is not where it should be.
 */
import { benchAccept } from './accept.ts'
import { type BenchResult, isMet, type SkippedBench } from './bench-result.ts'
import { benchEngine } from './engine.ts'
import { benchMemory } from './engine-memory.ts'
import { benchEstimates } from './estimates.ts'
import { benchEventLoop } from './event-loop.ts'
import { benchFirstPreview } from './first-preview.ts'
import { benchOverhead } from './overhead.ts'
import { benchPayments } from './payments.ts'
import { benchPyTorch } from './pytorch.ts'
import { benchResizer } from './resizer.ts'
import { benchStart } from './start.ts'
import { benchUploads } from './uploads.ts'

type Bench = () => Promise<BenchResult | (BenchResult | SkippedBench)[]>

const BENCHES: Record<string, Bench> = {
  overhead: benchOverhead,
  accept: benchAccept,
  resizer: benchResizer,
  engine: benchEngine,
  pytorch: benchPyTorch,
  preview: benchFirstPreview,
  loop: benchEventLoop,
  estimates: benchEstimates,
  memory: benchMemory,
  start: benchStart,
  payments: benchPayments,
  uploads: benchUploads,
}

function formatRow({ name, value, unit, target, detail }: BenchResult, met: boolean): string {
  const digits = unit === 'ms' || unit === 'MB' ? 0 : 2
  const aim = 'atLeast' in target ? `>= ${target.atLeast}` : `<= ${target.atMost}`
  const columns = [
    name.padEnd(54),
    `${value.toFixed(digits)} ${unit}`.padStart(9),
    `${aim} ${unit}`.padStart(12),
    met ? 'met' : 'MISSED',
  ]
  return `${columns.join('  ')}\n    ${detail.replaceAll('; ', '\n    ')}`
}

async function main(names: string[]): Promise<void> {
  const unknown = names.filter((name) => !(name in BENCHES))
  if (unknown.length > 0) {
    throw new Error(`No bench ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}.`)
  }
  const rows: string[] = []
  let missed = 0
  for (const [name, bench] of Object.entries(BENCHES)) {
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

await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})
process.exit()
