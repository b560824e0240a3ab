import { api } from '#contract/index.ts'
import { WILDCARD_LIMITS } from '#contract/values/wildcards.ts'
import { newPerson } from '../../support/people.ts'
import type { TestApp } from '../../support/test-app.ts'
import { startBenchApp } from '../bench-app.ts'
import type { BenchResult } from '../bench-result.ts'
import { median } from '../statistics.ts'
import { measureRest, measureThread, measureTurns } from './thread-time.ts'
import { worstDocuments } from './worst-documents.ts'
import { worstFiles } from './worst-files.ts'
import { worstOrders } from './worst-orders.ts'
import { worstPrompts } from './worst-prompts.ts'
import { inPieces, type WorstRequest } from './worst-request.ts'

const ROUNDS = 5
const MOST_MS = 50

interface Blocked {
  name: string
  status: number
  /**
   * Processor time of the thread that answers, or, of what flows, of its longest turn; and how long the answer took.
   */
  thread: number
  took: number
}

/** How long one request takes of the thread that answers all. */
async function measure(
  app: TestApp,
  { token, rest }: { token: string; rest: number },
  request: WorstRequest,
): Promise<Blocked> {
  const rounds: Omit<Blocked, 'name'>[] = []
  // The first one loads what is loaded once.
  for (let round = 0; round <= ROUNDS; round++) {
    const body = request.payload?.(round)
    const payload = request.flows && Buffer.isBuffer(body) ? inPieces(body) : body
    let [status, answered] = [0, '']
    const ask = async () => {
      const answer = await app.context.http!.inject({
        method: request.method,
        url: request.url,
        headers: { authorization: `Token ${token}`, 'content-type': request.contentType },
        ...(payload !== undefined && { payload }),
        // What flows may be longer than a string can be.
        ...(request.flows && { payloadAsStream: true }),
      })
      status = answer.statusCode
      if (request.flows) for await (const _piece of answer.stream()) continue
      else answered = answer.body
    }
    const began = performance.now()
    const thread = await (request.flows ? measureTurns(ask) : measureThread(rest, ask))
    const took = performance.now() - began
    if (status === 429) throw new Error(`${request.name}: throttled`)
    rounds.push({ status, thread, took })
    await request.undo?.(answered)
  }
  const [, ...counted] = rounds
  return {
    name: request.name,
    status: counted.at(-1)!.status,
    thread: median(counted.map(({ thread }) => thread)),
    took: median(counted.map(({ took }) => took)),
  }
}

const describe = ({ name, status, thread, took }: Blocked): string =>
  `${thread.toFixed(0).padStart(4)} ms (answered ${status} after ${took.toFixed(0)} ms) ${name}`

/** How long the worst request that is allowed keeps all others from being answered, of every call that does work. */
export async function benchBlocked(): Promise<BenchResult> {
  // Without workers nothing else takes the thread. The limit of a minute is left out: it would stop the rounds.
  const app = await startBenchApp({
    env: { ROLES: 'web' },
    overrides: { readingLimit: Number.MAX_SAFE_INTEGER },
  })
  try {
    const results: Blocked[] = []
    const person = await newPerson(app, { credits: 1_000_000, plan: 'pro' })
    await person.call(api.wildcards.create, {
      body: { name: 'big', text: 'one\ntwo\n'.repeat(WILDCARD_LIMITS.lines / 2) },
    })
    const requests = [
      ...worstPrompts(),
      ...(await worstDocuments(person)),
      ...(await worstOrders(app, person)),
      ...(await worstFiles(app, person)),
    ]
    const rest = await measureRest()
    for (const request of requests)
      results.push(await measure(app, { token: person.token, rest }, request))
    const sorted = results.toSorted((a, b) => b.thread - a.thread)
    return {
      name: 'Worst request that is allowed, time of the answering thread',
      value: sorted[0]!.thread,
      unit: 'ms',
      target: { atMost: MOST_MS },
      detail: [
        ...sorted.map(describe),
        `${rest.toFixed(1)} ms a second while nobody asks for anything, which is left out`,
      ].join('; '),
    }
  } finally {
    await app.dispose()
  }
}
