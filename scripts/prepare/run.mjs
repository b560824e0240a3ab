import { spawn } from 'node:child_process'

/**
 * Runs a command to its end; its output goes to ours.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env: NodeJS.ProcessEnv, lock: { add(pid: number): void } }} options
 *   `lock` is told the process: if this one is killed, that one works on, and the next has to wait
 * @returns {Promise<void>} rejects unless the command exits with 0
 */
export function run(command, args, { cwd, env, lock }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] })
    if (child.pid) lock.add(child.pid)
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      if (code === 0) resolve()
      else reject(new Error(`${command} ${args.join(' ')} ended with ${signal ?? `code ${code}`}`))
    })
  })
}
