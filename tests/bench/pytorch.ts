import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createBuiltinEngine } from '#server/engines/builtin/index.ts'
import type { BenchResult, SkippedBench } from './bench-result.ts'
import { draw, OWN_MODEL, requestOf } from './engine-requests.ts'
import { median, timePairs } from './statistics.ts'

const HERE = join(import.meta.dirname, 'pytorch')
const REQUIREMENTS = join(HERE, 'requirements.txt')
const ROUNDS = 5
/** Both sides compute on so many. */
const THREADS = 1

/** A model folder, which the engine draws with, and what PyTorch runs of it. */
interface Subject {
  name: string
  model: string
  modelDir: string
  /** The model's own size, so that nothing is enlarged. */
  edge: number
  /** Kind and folder for `pytorch/draw.py`; the first is what the target is for. */
  rivals: [label: string, kind: string, folder: string][]
}

const TINY = 'tests/fixtures/tiny-sd'
const SUBJECTS: Subject[] = [
  {
    name: 'engine time / diffusers in PyTorch, tiny-sd',
    model: 'tiny-sd',
    modelDir: TINY,
    edge: 64,
    rivals: [['diffusers', 'diffusers', TINY]],
  },
  {
    name: "engine time / the own model's graph in PyTorch",
    model: OWN_MODEL.id,
    modelDir: OWN_MODEL.dir,
    edge: 128,
    rivals: [
      ['the graph', 'graph', OWN_MODEL.dir],
      ['the networks as the training defines them', 'training', 'models/text-to-image/training'],
    ],
  },
]

/** Runs a program to its end. Rejects with the end of what it wrote. */
async function run(command: string, args: readonly string[]): Promise<void> {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let text = ''
  child.stderr.on('data', (data: Buffer) => (text = `${text}${data.toString()}`.slice(-2000)))
  await new Promise<void>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(text.trim().split('\n').at(-1) ?? `exit ${code}`)),
    )
  })
}

/**
 * A Python with the pinned packages: made once, in the cache folder, and only ever seen whole.
 * @returns its program
 */
async function preparePython(): Promise<string> {
  const version = createHash('sha256').update(readFileSync(REQUIREMENTS)).digest('hex').slice(0, 8)
  const folder = join('.cache', 'bench', `python-${version}`)
  const python = join(folder, 'bin', 'python')
  if (existsSync(python)) return python
  const draft = `${folder}-${process.pid}`
  try {
    await run('python3', ['-m', 'venv', draft])
    process.stderr.write('Installing PyTorch and diffusers for the bench (6 GB) ...\n')
    const install = ['-m', 'pip', 'install', '--quiet', '--requirement', REQUIREMENTS]
    await run(join(draft, 'bin', 'python'), install)
    renameSync(draft, folder)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return python
}

/** A PyTorch that draws when told to. */
async function startPyTorch(python: string, kind: string, folder: string, edge: number) {
  const args = [join(HERE, 'draw.py'), kind, folder, String(edge), String(THREADS)]
  const child = spawn(python, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, OMP_NUM_THREADS: String(THREADS) },
  })
  let trouble = ''
  child.stderr.on('data', (data: Buffer) => (trouble = data.toString().trim()))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const nextLine = async (): Promise<void> => {
    if ((await lines.next()).done) throw new Error(`PyTorch has ended: ${trouble}`)
  }
  await nextLine()
  return {
    async draw(seed: number): Promise<void> {
      child.stdin.write(`${seed}\n`)
      await nextLine()
    },
    stop: () => child.kill(),
  }
}

async function compare(python: string, subject: Subject): Promise<BenchResult> {
  const { name, modelDir, model, edge, rivals } = subject
  const cacheDir = mkdtempSync(join(tmpdir(), 'bench-pytorch-'))
  const engine = createBuiltinEngine({ modelDirs: [modelDir], cacheDir, threads: THREADS })
  const ratios: number[] = []
  const details = [`4 pictures of ${edge} x ${edge}, 20 steps, ${THREADS} thread`]
  try {
    for (const [label, kind, folder] of rivals) {
      const torch = await startPyTorch(python, kind, folder, edge)
      const request = (seed: number) => requestOf(seed, { model, width: edge, height: edge })
      await draw(engine.image, request(0))
      await torch.draw(0)
      const { first, second } = await timePairs(
        ROUNDS,
        (round) => draw(engine.image, request(round)),
        (round) => torch.draw(round),
      )
      torch.stop()
      const ratio = median(first.map((time, round) => time / second[round]!))
      const [ours, theirs] = [median(first), median(second)].map(Math.round)
      ratios.push(ratio)
      details.push(`${label}: engine ${ours} ms, PyTorch ${theirs} ms, ratio ${ratio.toFixed(2)}`)
    }
    const detail = details.join('; ')
    return { name, value: ratios[0]!, unit: 'x', target: { atMost: 0.67 }, detail }
  } finally {
    await engine.dispose()
    rmSync(cacheDir, { recursive: true })
  }
}

/** Time of the built-in engine against PyTorch's on the same networks. */
export async function benchPyTorch(): Promise<(BenchResult | SkippedBench)[]> {
  let python: string
  try {
    python = await preparePython()
  } catch (error) {
    const skipped = `Python and its packages cannot be had: ${(error as Error).message}`
    return SUBJECTS.map(({ name }) => ({ name, skipped }))
  }
  const results: BenchResult[] = []
  for (const subject of SUBJECTS) results.push(await compare(python, subject))
  return results
}
