import {
  EngineError,
  type EngineOperation,
  type OperationResult,
} from '#server/engines/spec/index.ts'
import type { Log } from '#server/platform/log.ts'

/** Between two signs of life of an attempt. */
export const HEARTBEAT_MS = 2000

/** Thrown where nobody waits for this attempt any more: its work ended, or another attempt took over. */
export class AttemptOver extends Error {}

/** Thrown when this process has to stop before the attempt is done. */
class HandedBack extends Error {}

/** How an attempt came to its end in the worker. */
export type AttemptOutcome =
  | { kind: 'result'; result: OperationResult }
  | { kind: 'error'; error: unknown }
  | { kind: 'handed_back'; operation: EngineOperation | null }

/** One attempt as its plan sees it: its row in the database, the work of its engine, and what its end means. */
export interface AttemptPlan {
  /** What an earlier attempt began and may still go on inside the engine. */
  readonly operation: EngineOperation | null
  /** Whether nothing is left to be made. */
  isDone?(): Promise<boolean>
  begin(): Promise<EngineOperation>
  follow(operation: EngineOperation, attempt: Attempt): Promise<OperationResult>
  /** What is made of a result before the end, also by a process that has to stop. */
  complete?(result: OperationResult): Promise<void>
  cancel(operation: EngineOperation): Promise<void>
  /** Writes a sign of life, and what was begun; undefined: the row is no longer this attempt's. */
  beat(begun?: EngineOperation): Promise<{ id: string; cancel_requested?: boolean } | undefined>
  /** Id of the operation that goes on, whichever attempt has it. */
  current(): Promise<string | undefined>
  /** Ends the work or puts it back, by compare-and-set, with all that it means for what is held. */
  onEnd(outcome: AttemptOutcome): Promise<void>
  close?(): Promise<void>
}

/**
 * Runs attempts: claim, heartbeat, early stop and handing back are alike for all that engines work on. Credits are the plan's.
 * @param work.kind names it in the log
 * @param work.claim makes this process the one that works on it, by compare-and-set; null: it is not due
 * @param work.open null: no engine of this process can
 */
export function createAttemptRunner<Message, Row extends { id: string }>(work: {
  kind: string
  claim(message: Message): Promise<Row | null>
  open(row: Row): Promise<AttemptPlan | null>
  log: Log
}) {
  const checks = new Map<string, () => void>()
  return {
    /** Ids of what runs here. */
    running: () => checks.keys(),
    /** Checks now, not at the next heartbeat, whether what runs here is still wanted. */
    checkSoon: (id: string) => checks.get(id)?.(),
    /** Works on what a message is about, if it is due; when `signal` aborts, what is not finished is handed back. */
    async run(message: Message, signal: AbortSignal): Promise<void> {
      const row = await work.claim(message)
      const plan = row && (await work.open(row))
      if (!plan) return
      const attempt = new Attempt(plan, signal)
      const check = () =>
        void attempt.check().catch((error: unknown) => {
          work.log.warn({ err: error, [work.kind]: row.id }, 'heartbeat failed')
        })
      const heartbeat = setInterval(check, HEARTBEAT_MS)
      checks.set(row.id, check)
      try {
        await attempt.run()
      } finally {
        clearInterval(heartbeat)
        checks.delete(row.id)
        await plan.close?.()
      }
    },
  }
}

/** An attempt that goes on in this process. */
export class Attempt {
  readonly #plan: AttemptPlan
  readonly #signal: AbortSignal
  #operation: EngineOperation | null
  #over = false
  #cancelSent = false
  /** Rejects when the attempt is not to be waited for any longer. */
  readonly #abandoned = Promise.withResolvers<never>()

  constructor(plan: AttemptPlan, signal: AbortSignal) {
    this.#plan = plan
    this.#signal = signal
    this.#operation = plan.operation
    this.#abandoned.promise.catch(() => undefined)
  }

  get isOver(): boolean {
    return this.#over
  }

  async run(): Promise<void> {
    const onAbort = () => this.#abandoned.reject(new HandedBack())
    this.#signal.addEventListener('abort', onAbort)
    if (this.#signal.aborted) onAbort()
    try {
      const result = await Promise.race([this.#proceed(), this.#abandoned.promise])
      await this.#plan.complete?.(result)
      this.#over = true
      await this.#plan.onEnd({ kind: 'result', result })
    } catch (error) {
      if (error instanceof AttemptOver) return
      const outcome = { kind: 'handed_back', operation: this.#operation } as const
      await this.#plan.onEnd(error instanceof HandedBack ? outcome : { kind: 'error', error })
    } finally {
      this.#over = true
      this.#signal.removeEventListener('abort', onAbort)
    }
  }

  async check(): Promise<void> {
    if (this.#over) return
    const row = await this.#plan.beat()
    if (!row) await this.#stop()
    else if (row.cancel_requested && !this.#cancelSent) {
      this.#cancelSent = true
      if (this.#operation) await this.#plan.cancel(this.#operation)
    }
  }

  /** The row is no longer this attempt's: stops the engine. @throws {AttemptOver} always */
  async giveUp(): Promise<never> {
    await this.#stop()
    throw new AttemptOver()
  }

  async #stop(): Promise<void> {
    if (this.#over) return
    this.#over = true
    this.#abandoned.reject(new AttemptOver())
    if (this.#operation) await this.#cancel(this.#operation)
  }

  /** Unless another attempt goes on with this very operation: then it must not be stopped. */
  async #cancel(operation: EngineOperation): Promise<void> {
    if ((await this.#plan.current()) !== operation.id) await this.#plan.cancel(operation)
  }

  /** Work of an earlier attempt that still goes on inside the engine is followed, not begun again. */
  async #proceed(): Promise<OperationResult> {
    if (await this.#plan.isDone?.()) return { outcome: 'succeeded', engineMs: 0 }
    if (this.#operation) {
      try {
        return await this.#plan.follow(this.#operation, this)
      } catch (error) {
        const isLost = error instanceof EngineError && error.code === 'operation_lost'
        // What may have been billed is not begun again.
        if (!isLost || !error.retryable) throw error
      }
    }
    if (this.#over || this.#signal.aborted) throw new AttemptOver()
    const operation = await this.#plan.begin()
    this.#operation = operation
    if (!(await this.#plan.beat(operation)) || this.#over) {
      await this.#cancel(operation)
      throw new AttemptOver()
    }
    return this.#plan.follow(operation, this)
  }
}
