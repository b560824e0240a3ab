import { spawn } from 'node:child_process'

/** A program of the machine, where it is there. */
const PROGRAM = 'ffmpeg'

/** Rejects where the machine has no ffmpeg, and when it fails or takes longer than `timeoutMs`. */
export function runFfmpeg(args: readonly string[], timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(PROGRAM, ['-v', 'error', '-nostdin', ...args], {
      stdio: 'ignore',
      timeout: timeoutMs,
    })
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${PROGRAM}: ${code}`)),
    )
  })
}
