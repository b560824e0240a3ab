import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '#contract/client.ts'
import type { createClient } from '#tests/support/client.ts'
import { IDEMPOTENCY_KEY_HEADER } from '#contract/values/inference-jobs.ts'
import { api } from '#contract/index.ts'

type Call = ReturnType<typeof createClient>
type Until = <T>(request: () => Promise<T>, refusals?: readonly string[]) => Promise<T | null>

/** Longer than the program takes for one. */
const TIMEOUT_MS = 60_000
/** A request that failed once fails under its key forever: it is asked for again under another. */
const TRIES = 3

/** Has prompts improved one after the other, each asked for under its key until it is answered, some twice by accident. */
export async function askForWords(
  call: Call,
  until: Until,
  { signal, wrong }: { signal: AbortSignal; wrong: (what: string) => void },
): Promise<void> {
  while (!signal.aborted) {
    const key = randomUUID()
    const ask = () =>
      call(
        api.proposals.improvePrompt,
        { body: { prompt: 'a red fox' } },
        {
          headers: { [IDEMPOTENCY_KEY_HEADER]: key },
          signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
        },
      )
    const send = () => {
      let tries = 0
      return until(async () => {
        tries += 1
        return ask().catch((error: unknown) => {
          if (tries < TRIES || !(error instanceof ApiError)) throw error
          return null
        })
      })
    }
    const answers = await Promise.all(randomInt(4) === 0 ? [send(), send()] : [send()])
    const ids = new Set(answers.flatMap((proposal) => proposal?.id ?? []))
    if (ids.size > 1) wrong(`the key ${key} made ${ids.size} proposals`)
    await sleep(randomInt(1500), undefined, { signal }).catch(() => undefined)
  }
}
