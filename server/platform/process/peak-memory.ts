import { existsSync, readFileSync } from 'node:fs'

/** A file in which Linux tells of this process. */
const STATUS = '/proc/self/status'

/**
 * The most memory that this process has held, in bytes. What Linux answers to the usual question counts the process that started
 * this one, too.
 */
export function peakMemory(): number {
  const status = existsSync(STATUS) ? readFileSync(STATUS, 'utf8') : ''
  const [, kibibytes] = /^VmHWM:\s*(\d+)/m.exec(status) ?? []
  return 1024 * (kibibytes === undefined ? process.resourceUsage().maxRSS : Number(kibibytes))
}
