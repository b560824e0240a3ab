import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { createBuiltinEngine } from '#server/engines/builtin/index.ts'
import { importFolder } from '#engine/import/index.ts'
import { FULL_MODELS } from '#tests/support/random-model/full-models.ts'
import { countWeights, writeRandomModel } from '#tests/support/random-model/write-model.ts'
import type { BenchResult, SkippedBench } from './bench-result.ts'
import { draw, requestOf } from './engine-requests.ts'
import { childrenOf } from './processor-time.ts'

type Name = keyof typeof FULL_MODELS

/** Seconds of a step at 512 x 512 on one thread; guided, as the first one is, each asks the network twice. */
const SUBJECTS: { name: Name; guidanceScale: number; atMost: number }[] = [
  { name: 'sd-1.5', guidanceScale: 4, atMost: 8.3 },
  { name: 'sdxl-turbo', guidanceScale: 1, atMost: 6 },
]
const FOLDER = join('.cache', 'bench', 'full-models')
const STEPS = 2
/** Memory over weights. */
const MOST = 1.3

const inGiga = (bytes: number): string => `${(bytes / 2 ** 30).toFixed(2)} GiB`
/** Bytes in single precision. */
const weightsOf = (name: Name): number => 4 * countWeights(FULL_MODELS[name])

/** Bytes that a process held at the most. */
function mostHeldBy(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? Number.NaN) * 1024
}

/** Seconds of processors that a process has used: what else runs here does not count. */
function processorTimeOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const [user = '', system = ''] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11)
  return (Number(user) + Number(system)) / TICKS
}

/** Of the clock that processes are charged by: the same on every Linux that people run. */
const TICKS = 100

/** The folder of a model, written and imported once. */
async function prepare(name: Name): Promise<string> {
  const model = join(FOLDER, name)
  if (existsSync(model)) return model
  const source = join(FOLDER, `.${name}`)
  const draft = join(FOLDER, '.drafts')
  mkdirSync(draft, { recursive: true })
  await writeRandomModel(source, FULL_MODELS[name], { shards: 2 })
  const begin = performance.now()
  const made = await importFolder(source, draft, { id: name })
  const held = process.resourceUsage().maxRSS / 2 ** 10
  process.stderr.write(
    `${name}: imported in ${((performance.now() - begin) / 1000).toFixed(0)} s, ${held.toFixed(0)} MB held\n`,
  )
  rmSync(source, { recursive: true })
  renameSync(made, model)
  return model
}

async function measure({ name, guidanceScale, atMost }: (typeof SUBJECTS)[number]) {
  const modelDir = await prepare(name)
  const others = new Set(childrenOf(process.pid))
  const cacheDir = join(FOLDER, '.cache')
  const engine = createBuiltinEngine({ modelDirs: [modelDir], cacheDir, threads: 1 })
  let worker = 0
  const time = async (steps: number): Promise<number> => {
    const begin = processorTimeOf(worker)
    const request = { model: name, indexes: [0], steps, guidanceScale, sampler: 'Euler' as const }
    await draw(engine.image, requestOf(1, request))
    return processorTimeOf(worker) - begin
  }
  try {
    const loading = performance.now()
    await engine.warmUp()
    const loaded = (performance.now() - loading) / 1000
    worker = childrenOf(process.pid).find((pid) => !others.has(pid)) ?? 0
    // Whatever else runs here is worth more than a bench.
    writeFileSync(`/proc/${worker}/oom_score_adj`, '1000')
    const afterLoading = mostHeldBy(worker)
    const one = await time(1)
    const more = await time(1 + STEPS)
    const step = (more - one) / STEPS
    const weights = weightsOf(name)
    const most = mostHeldBy(worker)
    return [
      {
        name: `${name}: memory at the most / weights in single precision`,
        value: most / weights,
        unit: 'x' as const,
        target: { atMost: MOST },
        detail: `weights ${inGiga(weights)}; loaded in ${loaded.toFixed(0)} s, ${inGiga(afterLoading)} at the most; after drawing ${inGiga(most)} at the most`,
      },
      {
        name: `${name}: a step at 512 x 512, one thread`,
        value: step,
        unit: 's' as const,
        target: { atMost },
        detail: `processor time; an image in one step ${one.toFixed(1)} s, in ${1 + STEPS} steps ${more.toFixed(1)} s; guidance ${guidanceScale}`,
      },
    ]
  } finally {
    await engine.dispose()
  }
}

/** Memory and time of random models of the sizes that people have: 18 GB on the disk, which stay in the cache folder. */
export async function benchFullModels(): Promise<(BenchResult | SkippedBench)[]> {
  if (process.platform !== 'linux')
    return [{ name: 'Full models', skipped: 'Only Linux tells what a process holds.' }]
  const results: (BenchResult | SkippedBench)[] = []
  for (const subject of SUBJECTS) {
    const needed = MOST * weightsOf(subject.name)
    if (freemem() > needed) results.push(...(await measure(subject)))
    else results.push({ name: subject.name, skipped: `Needs ${inGiga(needed)} of free memory.` })
  }
  return results
}
