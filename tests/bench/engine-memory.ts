import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createBuiltinEngine } from '#server/engines/builtin/index.ts'
import type { ImageEngine, ImageRequest } from '#server/engines/spec/index.ts'
import type { BenchResult, SkippedBench } from './bench-result.ts'
import { draw, OWN_MODEL, requestOf } from './engine-requests.ts'
import { childrenOf } from './processor-time.ts'

const NAME = 'Memory after 50 jobs / before'
const TINY = { dir: 'tests/fixtures/tiny-sd', id: 'tiny-sd' }
const JOBS = 50
/** As many of every kind as there are; the runtime's store of memory has its size then. */
const WARM_UP = 20
const PICTURE = { indexes: [0, 1], steps: 4 }

/** Sizes in turns: each needs other blocks of memory. */
const sizesInTurn = (round: number): Partial<ImageRequest> => {
  const [width = 512, height = 512] = [
    [512, 512],
    [768, 512],
    [256, 1024],
    [1024, 1024],
    [64, 64],
  ][round % 5]!
  return { ...PICTURE, width, height }
}

const modelsInTurn = (round: number): Partial<ImageRequest> => ({
  ...PICTURE,
  model: round % 2 === 0 ? OWN_MODEL.id : TINY.id,
})

/** Megabytes that a process holds. */
function heldBy(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? Number.NaN) / 1024
}

async function measure(
  engine: ImageEngine,
  worker: () => number,
  inTurn: (round: number) => Partial<ImageRequest>,
): Promise<{ before: number; after: number }> {
  let round = 0
  const run = async (count: number): Promise<number> => {
    for (let job = 0; job < count; job++, round++)
      await draw(engine, requestOf(round, inTurn(round)))
    await sleep(1000)
    return heldBy(worker())
  }
  return { before: await run(WARM_UP), after: await run(JOBS) }
}

/** What the drawing process holds after 50 jobs, of one model in all sizes and of two models in turns. */
export async function benchMemory(): Promise<(BenchResult | SkippedBench)[]> {
  if (process.platform !== 'linux')
    return [{ name: NAME, skipped: 'Only Linux tells what a process holds.' }]
  const cacheDir = mkdtempSync(join(tmpdir(), 'bench-memory-'))
  const others = new Set(childrenOf(process.pid))
  const engine = createBuiltinEngine({
    modelDirs: [OWN_MODEL.dir, TINY.dir],
    cacheDir,
    threads: 1,
  })
  const worker = (): number => childrenOf(process.pid).find((pid) => !others.has(pid)) ?? 0
  try {
    await engine.warmUp()
    const sizes = await measure(engine.image, worker, sizesInTurn)
    const models = await measure(engine.image, worker, modelsInTurn)
    const row = (what: string, { before, after }: { before: number; after: number }) => ({
      name: `${NAME}, ${what}`,
      value: after / before,
      unit: 'x' as const,
      target: { atMost: 1.1 },
      detail: `drawing process: ${before.toFixed(0)} MB after ${WARM_UP} jobs, ${after.toFixed(0)} MB after ${JOBS} more`,
    })
    return [row('five sizes', sizes), row('two models in turns', models)]
  } finally {
    await engine.dispose()
    rmSync(cacheDir, { recursive: true })
  }
}
