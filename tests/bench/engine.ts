import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBuiltinEngine } from '#server/engines/builtin/index.ts'
import { COMPANIONS } from '#engine/companions.ts'
import { loadModel } from '#engine/diffusion/loaded-model.ts'
import type { BenchResult } from './bench-result.ts'
import { draw, OWN_MODEL, requestOf } from './engine-requests.ts'
import { recordRuns } from './record-runs.ts'
import { median, timePairs } from './statistics.ts'

const ROUNDS = 9

/** Time of the built-in engine for four pictures against the very same runs of its networks alone, both on one thread. */
export async function benchEngine(): Promise<BenchResult> {
  const cacheDir = mkdtempSync(join(tmpdir(), 'bench-engine-'))
  const source = { modelDir: OWN_MODEL.dir, cacheDir, threads: 1 }
  const engine = createBuiltinEngine({ ...source, modelDirs: [source.modelDir] })
  try {
    const model = await loadModel(source, COMPANIONS)
    const bare: (() => Promise<void>)[] = []
    for (let round = 0; round < ROUNDS; round++)
      bare.push(await recordRuns(model, requestOf(round)))
    await draw(engine.image, requestOf(0))
    const { first, second } = await timePairs(
      ROUNDS,
      (round) => draw(engine.image, requestOf(round)),
      (round) => bare[round]!(),
    )
    // Pair by pair: the machine may be faster in one minute than in the next.
    const value = median(first.map((time, round) => time / second[round]!))
    const [engineMs, bareMs] = [median(first), median(second)].map(Math.round)
    return {
      name: 'engine time / bare network runs',
      value,
      unit: 'x',
      target: { atMost: 1.1 },
      detail: `4 pictures of 512 x 512, 20 steps: engine ${engineMs} ms, networks ${bareMs} ms`,
    }
  } finally {
    await engine.dispose()
    rmSync(cacheDir, { recursive: true })
  }
}
