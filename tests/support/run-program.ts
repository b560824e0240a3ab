import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const ROOT = join(import.meta.dirname, '..', '..')
/** Where the program keeps its compiled code; its command line starts in half the time with it. */
const COMPILED = join(ROOT, '.cache', 'compiled')

/** The program, or its command line, as a process of its own. */
export interface Program {
  pid: number
  /** Resolves with the ready line; rejects with what was written when the process ends before. */
  ready: Promise<string>
  /** Resolves when the process has ended. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  stdout(): string
  stderr(): string
  /** Reads no more of what it writes: its next line meets a closed pipe. */
  closeOutput(): void
  kill(signal: NodeJS.Signals): void
}

const running = new Set<ChildProcess>()

/** Ends what a failed test left running. */
export function killPrograms(): void {
  for (const child of running) child.kill('SIGKILL')
}

export interface RunOptions {
  /** Default: the program itself. */
  script?:
    | 'server/main.ts'
    | 'server/cli.ts'
    | 'tests/support/scripted-program.ts'
    | 'tests/support/short-training-program.ts'
  args?: string[]
  /** Settings; the environment of the test is not passed on, apart from PATH and HOME. */
  env: Record<string, string>
  uid?: number
}

/** Starts the program. */
export function runProgram({
  script = 'server/main.ts',
  args = [],
  env,
  uid,
}: RunOptions): Program {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [join(ROOT, script), ...args], {
    cwd: ROOT,
    env: { PATH, HOME, NODE_ENV: 'production', NODE_COMPILE_CACHE: COMPILED, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid !== undefined && { uid, gid: uid }),
  })
  running.add(child)
  let stdout = ''
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('close', (code, signal) => {
      running.delete(child)
      resolve({ code, signal })
    })
  })
  const ready = new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      stdout += `${line}\n`
      if (line.endsWith(' is ready') || line.includes(' is ready at ')) resolve(line)
    })
    void ended.then(() => reject(new Error(`It ended before it was ready: ${stdout}${stderr}`)))
  })
  ready.catch(() => {})
  return {
    pid: child.pid ?? 0,
    ready,
    ended,
    stdout: () => stdout,
    stderr: () => stderr,
    closeOutput: () => void child.stdout.destroy(),
    kill: (signal) => void child.kill(signal),
  }
}

/** Runs a command of the operator's command line to its end. */
export async function runCommand(
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const program = runProgram({ script: 'server/cli.ts', args, env })
  const { code } = await program.ended
  return { code, stdout: program.stdout(), stderr: program.stderr() }
}
