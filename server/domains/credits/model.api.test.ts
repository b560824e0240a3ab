import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '#server/platform/errors.ts'
import { type Books, openBooks, setClock } from '#tests/support/books.ts'
import { TokenModel } from './testing/token-model.ts'

const HOUR_MS = 3_600_000
/** About ten seconds on an idle machine. */
const TIMEOUT_MS = 240_000
/** Half past, while lots expire at whole hours: the seconds that a run takes change nothing. */
const START = Date.UTC(2026, 10, 5, 12, 30)
const timeOf = (hour: number) => new Date(START + hour * HOUR_MS)
const expiryOf = (hour: number) => new Date(START - HOUR_MS / 2 + hour * HOUR_MS)

const nth = fc.nat({ max: 5 })
const anyStep = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('grant' as const),
      kind: fc.constantFrom('bonus', 'free', 'plan', 'grant', 'pack'),
      amount: fc.integer({ min: 1, max: 12 }),
      /** Hours until it expires; 0: never. */
      life: fc.constantFrom(0, 1, 5, 24, 100, 300),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('hold' as const),
      amount: fc.integer({ min: 1, max: 10 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('capture' as const),
      nth,
      amount: fc.integer({ min: 1, max: 6 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('release' as const),
      nth,
      cause: fc.constantFrom('cancelled', 'blocked', 'failed', 'failed', 'unused'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      nth,
      amount: fc.integer({ min: 1, max: 6 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('take' as const),
      amount: fc.integer({ min: 1, max: 6 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      hours: fc.constantFrom(1, 3, 20, 80, 170),
    }),
  },
)
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never

let books: Books
beforeAll(async () => {
  books = await openBooks({ max: 2 })
})
afterAll(() => books.dispose())

/** What the books answered: the value, or null when they refused. */
async function orRefused<T>(act: Promise<T>): Promise<T | null> {
  try {
    return await act
  } catch (error) {
    const isRefusal =
      error instanceof AppError && ['not_enough_credits', 'conflict'].includes(error.code)
    if (isRefusal) return null
    throw error
  }
}

/** Verified, but with the first free credits far away: the model knows nothing of them. */
async function addUser(): Promise<string> {
  const user = await books.addUser({ verifiedAt: '2026-11-01T00:00:00Z' })
  await books.db.kysely
    .insertInto('free_credits')
    .values({ user_id: user, due_at: '2100-01-01T00:00:00Z' })
    .execute()
  return user
}

/** One user's books beside the model. */
class Replay {
  private readonly model = new TokenModel()
  private readonly holds: { key: string; id: string }[] = []
  private readonly captures: string[] = []
  private readonly user: string
  private hour = 0

  constructor(user: string) {
    this.user = user
  }

  /** @returns what the books answered, and what they should have */
  async perform(step: Step, key: string): Promise<[actual: unknown, expected: unknown]> {
    const now = this.hour + 0.5
    const hold = this.holds[('nth' in step ? step.nth : 0) % this.holds.length]
    if (step.do === 'wait') return await this.wait(step.hours)
    if (step.do === 'grant') return await this.grant(step)
    if (step.do === 'hold') {
      const id = await orRefused(books.hold(this.user, step.amount, key))
      if (id) this.holds.push({ key, id })
      return [id !== null, this.model.hold(key, step.amount, now)]
    }
    if (step.do === 'take') {
      const change = { userId: this.user, amount: -step.amount, externalId: key, text: 'Taken' }
      const taken = await orRefused(books.write((writer) => writer.adjust(change)))
      return [taken !== null, this.model.take(step.amount)]
    }
    if (step.do === 'refund') return await this.refund(step, key)
    if (!hold) return [null, null]
    if (step.do === 'release') {
      const { released } = await books.release(hold.id, step.cause)
      return [released, this.model.release(hold.key, step.cause, now)]
    }
    const captured = await orRefused(books.capture(hold.id, step.amount, key))
    if (captured) this.captures.push(key)
    const kinds = captured?.lots.flatMap(({ kind, amount }) => Array<string>(amount).fill(kind))
    return [kinds ?? null, this.model.capture(hold.key, key, step.amount)]
  }

  async sums(): Promise<[actual: unknown, expected: unknown]> {
    const { balance, held } = this.model
    return [await books.balance(this.user), { balance, held }]
  }

  private async wait(hours: number): Promise<[null, null]> {
    this.hour += hours
    await setClock(books.db, timeOf(this.hour))
    this.model.passTo(this.hour + 0.5)
    return [null, null]
  }

  private async grant(step: Extract<Step, { do: 'grant' }>): Promise<[null, null]> {
    const expires = step.life === 0 ? Infinity : this.hour + 1 + step.life
    const expiresAt = step.life === 0 ? null : expiryOf(expires)
    this.model.grant(step.kind, step.amount, expires)
    await books.grant(this.user, step.amount, { kind: step.kind, expiresAt })
    return [null, null]
  }

  private async refund(
    step: Extract<Step, { do: 'refund' }>,
    key: string,
  ): Promise<[actual: unknown, expected: unknown]> {
    const capture = this.captures[step.nth % this.captures.length]
    if (capture === undefined) return [null, null]
    const { amount } = step
    const refund = { userId: this.user, capture, amount, externalId: key, text: 'Refunded' }
    const refunded = await orRefused(books.write((writer) => writer.refund(refund)))
    return [refunded?.refunded ?? null, this.model.refund(capture, amount, this.hour + 0.5)]
  }
}

async function replay(steps: Step[]): Promise<void> {
  await setClock(books.db, timeOf(0))
  const run = new Replay(await addUser())
  for (const [index, next] of steps.entries()) {
    const [answer, rightAnswer] = await run.perform(next, String(index))
    expect(answer).toEqual(rightAnswer)
    const [sums, rightSums] = await run.sums()
    expect(sums).toEqual(rightSums)
  }
}

describe('credits, one step after the other', () => {
  it(
    'do what a model of single credits does',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(anyStep, { minLength: 30, maxLength: 60, size: 'max' }), replay),
        { numRuns: 40 },
      )
      expect(await books.credits.reconcile()).toEqual([])
    },
    TIMEOUT_MS,
  )
})
