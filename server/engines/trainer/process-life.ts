import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** A process as it is found again: a number alone may be somebody else's by now. */
export const Life = z.object({
  pid: z.int().min(2),
  /** When it began, in the kernel's ticks; null where it does not tell. */
  ticks: z.string().nullable(),
})
export type Life = z.output<typeof Life>

/** State and beginning of a process (proc_pid_stat(5), fields 3 and 22); null where there is no such file. */
function readStat(pid: number): { state: string; ticks: string } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Its name is in brackets, and may have any letters.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0] ?? '', ticks: fields[19] ?? '' }
  } catch {
    return null
  }
}

export const lifeOf = (pid: number): Life => ({ pid, ticks: readStat(pid)?.ticks ?? null })

/** Whether it is still that process, and has not ended. */
export function isAlive({ pid, ticks }: Life): boolean {
  const stat = readStat(pid)
  if (ticks !== null) return stat?.ticks === ticks && stat.state !== 'Z'
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
