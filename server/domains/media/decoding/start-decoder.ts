import { type ChildProcess, fork } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { DecodeTask } from './protocol.ts'

const PROGRAM = fileURLToPath(new URL('decode-process.ts', import.meta.url))
/** The pixels lie outside of the heap, which needs little. */
const HEAP = '--max-old-space-size=256'
/** What Node and the libraries reserve without using it, in bytes: the system's limit counts it, the process's own does not. */
const RESERVED = 700 * 1024 ** 2
/**
 * The system keeps these limits, whatever the process does: seconds of processor time, KiB of memory that is written. At the soft
 * limit of time it sends SIGXCPU, which tells that end from those of others; at the hard one SIGKILL.
 * The shell is replaced by the program. A system that does not know a limit goes on without it.
 */
const LIMITED = 'ulimit -S -t "$1"; ulimit -H -t "$(($1 + 2))"; ulimit -d "$2"; shift 2; exec "$@"'

export interface ProcessLimits {
  /** Processor time in seconds. */
  cpuSeconds: number
  /** Resident memory in bytes. */
  memory: number
}

export interface DecoderProcess {
  child: ChildProcess
  stdin: Writable
  stdout: Readable
  stderr: Readable
}

/** Starts a process that decodes one upload (80 ms until it reads). */
export function startDecoder(
  task: Omit<DecodeTask, 'maxMemory'>,
  { cpuSeconds, memory }: ProcessLimits,
): DecoderProcess {
  const full: DecodeTask = { ...task, maxMemory: memory }
  const limits = [String(cpuSeconds), String(Math.ceil((memory + RESERVED) / 1024))]
  const child = fork(PROGRAM, [JSON.stringify(full)], {
    execPath: '/bin/sh',
    execArgv: ['-c', LIMITED, 'sh', ...limits, process.execPath, HEAP],
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
  })
  const { stdin, stdout, stderr } = child
  if (!stdin || !stdout || !stderr) throw new Error('The decoding process has no pipes')
  // It may end before it has read the file: its exit says so.
  stdin.on('error', () => {})
  return { child, stdin, stdout, stderr }
}
