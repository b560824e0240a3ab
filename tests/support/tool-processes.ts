import { readdirSync, readFileSync } from 'node:fs'

/**
 * The processes of the built-in engine that look for added networks in a folder: those of tools, or that of videos.
 * @param modelsDir which no other app uses
 */
export function toolProcesses(modelsDir: string, work: 'tool' | 'video' = 'tool'): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8')
      const isOne = command.includes(`${work}-process.ts`) && command.includes(`"${modelsDir}"`)
      return isOne ? [Number(name)] : []
    } catch {
      // It has ended meanwhile.
      return []
    }
  })
}

/** Ends them as a crash does. @returns how many there were */
export function killToolProcesses(modelsDir: string, work: 'tool' | 'video' = 'tool'): number {
  const found = toolProcesses(modelsDir, work)
  for (const pid of found) process.kill(pid, 'SIGKILL')
  return found.length
}
