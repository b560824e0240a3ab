/** Seconds that are watched for what the app does by itself. */
const REST_SECONDS = 5

const cpuSince = (before: NodeJS.CpuUsage): number => {
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** Milliseconds of processor time that this thread takes in a second in which nobody asks for anything. */
export async function measureRest(): Promise<number> {
  const before = process.threadCpuUsage()
  await new Promise((resolve) => setTimeout(resolve, REST_SECONDS * 1000))
  return cpuSince(before) / REST_SECONDS
}

/**
 * Milliseconds of processor time that this thread takes while something is done, less what it takes anyway.
 * @param rest as {@link measureRest} says
 */
export async function measureThread(rest: number, work: () => Promise<void>): Promise<number> {
  const [began, before] = [performance.now(), process.threadCpuUsage()]
  await work()
  return Math.max(0, cpuSince(before) - (rest * (performance.now() - began)) / 1000)
}

/** Milliseconds of processor time of the longest turn of the loop while something is done: so long all others wait. */
export async function measureTurns(work: () => Promise<void>): Promise<number> {
  let [longest, before, done] = [0, process.threadCpuUsage(), false]
  const turn = () => {
    longest = Math.max(longest, cpuSince(before))
    before = process.threadCpuUsage()
    if (!done) setImmediate(turn)
  }
  setImmediate(turn)
  await work()
  done = true
  return Math.max(longest, cpuSince(before))
}
