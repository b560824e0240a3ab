/**
 * The program that runs a trainer's command beside the server, in a process group of its own: it goes on when the server ends, says how
 * the command ended in a file, and removes the photos then.
 */
import { spawn } from 'node:child_process'
import { openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { lifeOf } from './process-life.ts'
import { FILES, type Ending, type RunOrder } from './run-files.ts'

const folder = process.argv[2] ?? ''
const order = JSON.parse(readFileSync(join(folder, FILES.order), 'utf8')) as RunOrder

function write(name: string, content: unknown): void {
  const draft = join(folder, `${name}.draft`)
  writeFileSync(draft, JSON.stringify(content))
  renameSync(draft, join(folder, name))
}

function end(ending: Omit<Ending, 'endedAt'>): void {
  rmSync(order.dataset, { recursive: true, force: true })
  write(FILES.ending, { ...ending, endedAt: Date.now() })
}

// What asks the group to end is for the command; how it ended is still to be written down.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined)
setPriority(constants.priority.PRIORITY_LOW)
write(FILES.life, { runner: lifeOf(process.pid), command: null })

const log = openSync(join(folder, FILES.log), 'a')
const [program = '', ...args] = order.command
const command = spawn(program, args, { cwd: order.cwd, stdio: ['ignore', log, log] })
command.on('error', (error) => end({ code: null, signal: null, problem: error.message }))
command.on('exit', (code, signal) => {
  end({ code, signal, problem: null })
  // It may have left others behind.
  process.kill(-process.pid, 'SIGKILL')
})
if (command.pid !== undefined)
  write(FILES.life, { runner: lifeOf(process.pid), command: lifeOf(command.pid) })
setTimeout(() => {
  end({ code: null, signal: 'SIGKILL', problem: 'too long' })
  process.kill(-process.pid, 'SIGKILL')
}, order.mostMs).unref()
