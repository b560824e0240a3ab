import { childrenOf } from './processor-time.ts'

/** A process and all that it, and they, have started and that still run. */
export function processTree(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(processTree)]
}
