import { engineOfLane } from '#server/engines/spec/index.ts'
import { statement, type Tx } from '#server/platform/db/index.ts'
import type { Queue } from '#server/platform/queue.ts'
import { lockRoom } from './engine-room.ts'
import { advance, type Line, orderTurns, startOf } from './fair-turns.ts'
import type { LanePaces } from './lane-paces.ts'
import {
  type Admitted,
  type Begun,
  lineOf,
  noteTaken,
  readLine,
  readTurns,
  seeNewJobs,
  takeTurn,
  writeLine,
} from './line.ts'

export type Ended = Begun & { lane: string; user_id: string }

export interface Admission {
  /**
   * Lets waiting jobs of a lane run while it has free slots; where its engine has a limit, those of all its lanes, in one
   * order. Must be the last thing that a transaction locks: it takes the engine's lock, and rows that others hold are passed
   * over, so it cannot deadlock.
   */
  admit(tx: Tx, lane: string): Promise<void>
  /**
   * Like `admit`, for all lanes that the end of a job concerns: its own, and those where its user has other jobs waiting.
   * @param job as it was before it ended, or was put back
   */
  admitAfter(tx: Tx, job: Ended): Promise<void>
}

/**
 * Which pending jobs may run: the oldest of each person below their running limit, in the order of `fair-turns.ts`. Whatever
 * its kind, a job is one of its person's in its line; one of a batch, too.
 */
export function createAdmission({ queue, paces }: { queue: Queue; paces: LanePaces }): Admission {
  async function admit(tx: Tx, lane: string, ended?: Ended): Promise<void> {
    const { lanes, left } = await lockRoom(tx, lane)
    const name = lineOf(lane, left !== null)
    if (ended) await noteTaken(tx, ended)
    const isOpen = () => (left ?? 1) > 0 && [...lanes.values()].some((free) => free > 0)
    if (!isOpen()) return
    let line = await readLine(tx, name)
    await seeNewJobs(tx, paces, { name, line, lanes: [...lanes.keys()] })
    for (let more = left ?? Infinity; more > 0 && isOpen(); more--) {
      const open = [...lanes].flatMap(([one, free]) => (free > 0 ? [one] : []))
      const next = await admitOne(tx, { name, line, lanes: open })
      if (!next) return
      const { lane: where, ...message } = next.admitted
      line = next.line
      lanes.set(where, (lanes.get(where) ?? 0) - 1)
      await queue.send(tx, where, message, { singletonKey: `${message.job}:${message.attempt}` })
    }
  }

  return {
    admit: (tx, lane) => admit(tx, lane),
    async admitAfter(tx, job) {
      const { lane, user_id } = job
      const rows = await WAITING_LANES.run(tx, [user_id])
      // By their engines, in one order everywhere: two who lock the same ones would wait for each other.
      const lanes = [...new Set([lane, ...rows.map((row) => row.lane)])].toSorted()
      for (const group of inOrder(Map.groupBy(lanes, engineOfLane)))
        for (const each of group) await admit(tx, each, each === lane ? job : undefined)
    },
  }
}

const inOrder = (groups: Map<string, string[]>): string[][] =>
  [...groups.keys()].toSorted().map((engine) => groups.get(engine) ?? [])

const WAITING_LANES = statement<{ lane: string }>(`
  select distinct lane from inference_jobs
  where user_id = $1 and status in ('P', 'R') and admitted_at is null`)

/** Of those that are locked by somebody else, so many are passed over. */
const CHOICES = 20

/** Gives the next turn of a line. @returns null: nobody may have it */
async function admitOne(
  tx: Tx,
  from: { name: string; line: Line; lanes: readonly string[] },
): Promise<{ admitted: Admitted; line: Line } | null> {
  const { line, heads, waiting } = await readTurns(tx, from)
  const turns = orderTurns(line, heads, waiting)
    .slice(0, CHOICES)
    .map((head) => ({ ...head, start: startOf(line, head) }))
  if (turns.length === 0) return null
  const admitted = await takeTurn(tx, from.name, turns)
  const taken = turns.find(({ id }) => id === admitted?.job)
  if (!admitted || !taken) return null
  const after = advance(line, taken.start, taken)
  await writeLine(tx, from.name, after)
  return { admitted, line: after }
}
