import { readdirSync, readFileSync } from 'node:fs'

/** Processor time by process id, in milliseconds. */
type Times = Map<number, number>

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // It has ended meanwhile, or this is no Linux.
    return ''
  }
}

/** The processes that `parent` has started, as `/proc/PID/stat` names their parent. */
export function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => Number(/\) \S (\d+)/.exec(readText(`/proc/${name}/stat`))?.[1]) === parent)
    .map(Number)
}

function timesOf(pids: number[]): Times {
  // The first number of schedstat: nanoseconds on a processor.
  return new Map(
    pids.map((pid) => [pid, Number(readText(`/proc/${pid}/schedstat`).split(' ')[0]) / 1e6]),
  )
}

/** What this process and PostgreSQL use of the processors. */
export interface ProcessorTime {
  /** Milliseconds of this process, all its threads. */
  program: number
  /** Milliseconds of the database server; 0 where it cannot be known. */
  database: number
}

/** Starts to count. @returns stops, and says what was used meanwhile */
export function countProcessorTime(postmaster: number | null): () => ProcessorTime {
  const read = (): Times =>
    postmaster === null || process.platform !== 'linux'
      ? new Map()
      : timesOf(childrenOf(postmaster))
  const before = { program: process.cpuUsage(), database: read() }
  return () => {
    const { user, system } = process.cpuUsage(before.program)
    const database = [...read()].reduce(
      (sum, [pid, time]) => sum + time - (before.database.get(pid) ?? 0),
      0,
    )
    return { program: (user + system) / 1000, database }
  }
}
