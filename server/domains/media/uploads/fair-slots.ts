import { AppError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'

export interface FairSlots {
  /**
   * Runs `work` once it is its owner's turn.
   * @throws {AppError} `unavailable` when too many wait; the signal's reason, if it aborts while waiting
   */
  run<T>(owner: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>
}

interface Owner {
  isRunning: boolean
  waiting: (() => void)[]
}

/**
 * Limits how much work runs at once: one of each owner, whose turns come round however much anybody has waiting.
 * Of our own: `p-queue` knows priorities, but no owners whose turns come round.
 * @param options.running of all owners; `waiting` likewise
 */
export function createFairSlots(options: { running: number; waiting: number }): FairSlots {
  /** Who was served longest ago comes first. */
  const owners = new Map<string, Owner>()
  let running = 0
  let waiting = 0

  function startNext(): void {
    for (const owner of owners.values()) {
      if (running >= options.running) return
      const next = owner.isRunning ? undefined : owner.waiting.shift()
      if (!next) continue
      owner.isRunning = true
      running++
      waiting--
      next()
    }
  }

  async function takeTurn(name: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (waiting >= options.waiting) {
      throw new AppError('unavailable', 'Too many images are waiting to be read', {
        userMessage: t('common.serverBusy'),
        retryAfterSeconds: 5,
      })
    }
    const owner = owners.get(name) ?? { isRunning: false, waiting: [] }
    owners.set(name, owner)
    const turn = Promise.withResolvers<void>()
    const start = () => {
      signal.removeEventListener('abort', leave)
      turn.resolve()
    }
    const leave = () => {
      owner.waiting.splice(owner.waiting.indexOf(start), 1)
      waiting--
      forget(name, owner)
      turn.reject(signal.reason)
    }
    signal.addEventListener('abort', leave, { once: true })
    owner.waiting.push(start)
    waiting++
    startNext()
    await turn.promise
  }

  function forget(name: string, owner: Owner): void {
    if (!owner.isRunning && owner.waiting.length === 0) owners.delete(name)
  }

  return {
    async run(name, signal, work) {
      await takeTurn(name, signal)
      try {
        return await work()
      } finally {
        running--
        const owner = owners.get(name)
        if (owner) {
          owner.isRunning = false
          owners.delete(name)
          if (owner.waiting.length > 0) owners.set(name, owner)
        }
        startNext()
      }
    },
  }
}
