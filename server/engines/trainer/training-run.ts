import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { z } from 'zod'
import { NoLora, readTrainedFile } from '../remote/trained-file.ts'
import { isAlive } from './process-life.ts'
import { Ending, FILES, Lives, RunOrder } from './run-files.ts'

const RUNNER = fileURLToPath(new URL('run-command.ts', import.meta.url))
/** What a trainer is told of our environment: never a secret of ours. */
const PASSED =
  /^(?:PATH|HOME|USER|LANG|LC_\w+|TZ|TMPDIR|LD_LIBRARY_PATH|VIRTUAL_ENV|CONDA_\w+|PYTHON\w*|CUDA_\w+|NVIDIA_\w+|HIP_\w+|ROCR_\w+|OMP_NUM_THREADS|HF_HOME|TORCH_HOME|XDG_CACHE_HOME)$/
const BEGIN_MS = 15_000
const LOOK_MS = 50

/** A LoRA that a run has made so far. */
export interface MadeFile {
  path: string
  changedAt: number
  data: Uint8Array
  /** As its name tells it (`last-step00000500.safetensors`), of its own run; null: it does not. */
  step: number | null
}

/** One run of the command. */
export interface TrainingRun {
  folder: string
  order(): Promise<RunOrder>
  /** Null while it runs, or when nobody could write it down. */
  ending(): Promise<Ending | null>
  isRunning(): Promise<boolean>
  /** When it last told something or made a file; milliseconds. */
  lastSign(): Promise<number>
  /** What its log has from there on. */
  readLog(from: number): Promise<{ text: string; next: number }>
  /** The newest whole LoRA that changed after `since`, at most so large; null: there is none. */
  newest(since: number, mostBytes: number): Promise<MadeFile | null>
  /** What it made in the end: its newest file. @throws {NoLora} */
  result(mostBytes: number): Promise<Uint8Array>
  /** Asks it to end, and ends it when it has not after so long. */
  stop(patienceMs: number): Promise<void>
}

/** Begins a run; resolves when its process can be found again. @throws {Error} when it cannot be begun */
export async function beginRun(folder: string, order: RunOrder): Promise<TrainingRun> {
  await mkdir(join(folder, FILES.output), { recursive: true })
  await writeFile(join(folder, FILES.order), JSON.stringify(order))
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => PASSED.test(name)))
  const runner = spawn(process.execPath, [RUNNER, folder], {
    cwd: folder,
    detached: true,
    stdio: 'ignore',
    env,
  })
  let problem: Error | null = null
  runner.on('error', (error) => (problem = error))
  runner.unref()
  for (const until = Date.now() + BEGIN_MS; Date.now() < until; await sleep(LOOK_MS)) {
    if (existsSync(join(folder, FILES.life)) || existsSync(join(folder, FILES.ending)))
      return openRun(folder)
    if (problem !== null || runner.exitCode !== null) break
  }
  throw new Error('The process that runs the trainer did not begin', { cause: problem })
}

export function openRun(folder: string): TrainingRun {
  const file = (name: string) => join(folder, name)
  const output = file(FILES.output)

  async function lives() {
    const found = await readJson(file(FILES.life), Lives)
    return found ? [found.runner, ...(found.command ? [found.command] : [])] : []
  }

  async function signal(name: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const [runner, command] = await lives()
    // The group has the runner's number as long as one of them lives.
    if (!runner || ![runner, ...(command ? [command] : [])].some(isAlive)) return
    try {
      process.kill(-runner.pid, name)
    } catch {
      // It ended in between.
    }
  }

  /** The files of its kind, the newest first. */
  async function made(): Promise<{ path: string; at: number }[]> {
    const names = await readdir(output, { recursive: true }).catch(() => [])
    const files = names
      .filter((name) => name.endsWith('.safetensors'))
      .map(async (name) => ({ path: join(output, name), at: await changedAt(join(output, name)) }))
    return (await Promise.all(files)).toSorted((a, b) => b.at - a.at)
  }

  const isRunning = async () => (await lives()).some(isAlive)

  return {
    folder,
    isRunning,
    ending: () => readJson(file(FILES.ending), Ending),
    async order() {
      const order = await readJson(file(FILES.order), RunOrder)
      if (!order) throw new Error(`${folder} has no order`)
      return order
    },
    async lastSign() {
      const names = await readdir(output).catch(() => [])
      const files = [FILES.order, FILES.log, FILES.output].map(file)
      const all = [...files, ...names.map((name) => join(output, name))]
      const times = await Promise.all(all.map(changedAt))
      return Math.max(...times)
    },
    async readLog(from) {
      const handle = await open(file(FILES.log)).catch(() => null)
      if (!handle) return { text: '', next: from }
      try {
        const { size } = await handle.stat()
        const { buffer, bytesRead } = await handle.read(
          Buffer.alloc(Math.min(MOST_READ, Math.max(0, size - from))),
          0,
          null,
          from,
        )
        return { text: buffer.toString('latin1', 0, bytesRead), next: from + bytesRead }
      } finally {
        await handle.close()
      }
    },
    async newest(since, mostBytes) {
      for (const { path, at } of await made()) {
        if (at <= since) return null
        const { size } = await stat(path)
        if (size > mostBytes) continue
        try {
          const step = /step-?0*(\d+)\.safetensors$/.exec(basename(path))?.[1]
          const data = readTrainedFile(await readFile(path))
          return { path, changedAt: at, data, step: step === undefined ? null : Number(step) }
        } catch {
          // It is being written, or no LoRA.
        }
      }
      return null
    },
    async result(mostBytes) {
      const [last] = await made()
      if (!last) throw new NoLora('no file')
      const { size } = await stat(last.path)
      if (size > mostBytes) throw new NoLora(`a file of ${size} bytes`)
      return readTrainedFile(await readFile(last.path))
    },
    async stop(patienceMs) {
      await signal('SIGTERM')
      for (const until = Date.now() + patienceMs; Date.now() < until; await sleep(LOOK_MS))
        if (!(await isRunning())) return
      await signal('SIGKILL')
      for (let looks = 0; looks < KILL_LOOKS && (await isRunning()); looks++) await sleep(LOOK_MS)
    },
  }
}

const MOST_READ = 1024 ** 2
const KILL_LOOKS = 100

const changedAt = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )

async function readJson<T>(path: string, schema: z.ZodType<T>): Promise<T | null> {
  try {
    return schema.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch {
    return null
  }
}

/** The numbers of a training's runs, the last one last. */
export async function listRuns(folder: string): Promise<number[]> {
  const names = await readdir(folder).catch(() => [])
  return names
    .flatMap((name) => /^run-(\d+)$/.exec(name)?.[1] ?? [])
    .map(Number)
    .toSorted((a, b) => a - b)
}

/** Removes a folder that nothing writes into any more. */
export const removeFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 5 })
