import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Books, openBooks } from '#tests/support/books.ts'

const TIMEOUT_MS = 240_000
const PAYMENT = 'cs_1'
const GRANTED = 200

let books: Books
beforeAll(async () => {
  books = await openBooks({ max: 2 })
})
afterAll(() => books.dispose())

const anyShare = fc.constantFrom(0, 1, 37, 50, 99, 100, 120, 150, 199, GRANTED)
const anyStep = fc.oneof(
  fc.record({ do: fc.constant('spend' as const), amount: fc.constantFrom(1, 30, 50, 100) }),
  fc.record({ do: fc.constant('goesBack' as const), amount: anyShare }),
  fc.record({ do: fc.constant('comesBack' as const), amount: anyShare }),
  fc.record({ do: fc.constant('forgive' as const), amount: fc.constantFrom(1, 40, GRANTED) }),
)
interface Step {
  do: 'spend' | 'goesBack' | 'comesBack' | 'forgive'
  amount: number
}

/** Every credit is one of these: `missed` and `forgiven` ones were spent, too, but their money went back. */
type Place = 'here' | 'taken' | 'spent' | 'missed' | 'forgiven'

/** The rules once more, a credit at a time. */
class Model {
  private readonly at: Record<Place, number> = {
    here: GRANTED,
    taken: 0,
    spent: 0,
    missed: 0,
    forgiven: 0,
  }

  get sums() {
    return { balance: this.at.here, unrecovered: this.at.missed }
  }

  get wentBack(): number {
    return this.at.taken + this.at.missed + this.at.forgiven
  }

  perform({ do: what, amount }: Step): void {
    if (what === 'spend') this.move(amount, [['here', 'spent']])
    if (what === 'forgive') this.move(amount, [['missed', 'forgiven']])
    if (what === 'goesBack')
      this.move(amount - this.wentBack, [
        ['here', 'taken'],
        ['spent', 'missed'],
      ])
    if (what === 'comesBack')
      this.move(this.wentBack - amount, [
        ['missed', 'spent'],
        ['forgiven', 'spent'],
        ['taken', 'here'],
      ])
  }

  /** As many as there are, by the first of the ways that is open. */
  private move(amount: number, ways: readonly (readonly [Place, Place])[]): void {
    for (let count = 0; count < amount; count += 1) {
      const way = ways.find(([from]) => this.at[from] > 0)
      if (!way) return
      this.at[way[0]] -= 1
      this.at[way[1]] += 1
    }
  }
}

async function perform(userId: string, step: Step, key: string): Promise<void> {
  const money = { userId, payment: PAYMENT, paid: GRANTED, externalId: key, text: 'Test' }
  const { amount } = step
  const { balance } = await books.balance(userId)
  if (step.do === 'spend' && balance > 0) {
    const most = Math.min(amount, balance)
    await books.capture(await books.hold(userId, most), most)
  }
  if (step.do === 'goesBack')
    await books.write((writer) => writer.revoke({ ...money, refunded: amount }))
  if (step.do === 'comesBack')
    await books.write((writer) => writer.restore({ ...money, refunded: amount }))
  const missing = await books.credits.unrecovered(books.db, userId)
  if (step.do === 'forgive' && missing > 0)
    await books.write((writer) => writer.forgive({ userId, amount: Math.min(amount, missing) }))
}

const sumsOf = async (userId: string) => ({
  balance: (await books.balance(userId)).balance,
  unrecovered: await books.credits.unrecovered(books.db, userId),
})

async function replay(steps: readonly Step[]): Promise<void> {
  const userId = await books.addUser()
  await books.grant(userId, GRANTED, { kind: 'pack', payment: PAYMENT })
  const model = new Model()
  for (const [index, wanted] of steps.entries()) {
    // No more comes back than went.
    const most = wanted.do === 'comesBack' ? model.wentBack : GRANTED
    const step = { ...wanted, amount: Math.min(wanted.amount, most) }
    await perform(userId, step, String(index))
    model.perform(step)
    expect(await sumsOf(userId)).toEqual(model.sums)
  }
}

describe('credits that are forgiven', () => {
  it('count again when their money came back and goes back once more', async () => {
    const userId = await books.addUser()
    await books.grant(userId, GRANTED, { kind: 'pack', payment: PAYMENT })
    const steps = [
      ['spend', 100, 0],
      ['goesBack', GRANTED, 100],
      ['forgive', 100, 0],
      ['comesBack', 100, 0],
      ['goesBack', GRANTED, 100],
    ] as const
    for (const [index, [act, amount, missing]] of steps.entries()) {
      await perform(userId, { do: act, amount }, String(index))
      expect(await sumsOf(userId)).toMatchObject({ unrecovered: missing })
    }
  })

  it('count again however the rest of the payment expired', async () => {
    const userId = await books.addUser()
    const expiresAt = new Date(Date.now() - 1000)
    await books.grant(userId, 50, { kind: 'plan', payment: PAYMENT, expiresAt })
    await books.grant(userId, 150, { kind: 'pack', payment: PAYMENT })
    await perform(userId, { do: 'spend', amount: 100 }, '0')
    await perform(userId, { do: 'goesBack', amount: GRANTED }, '1')
    await perform(userId, { do: 'forgive', amount: 100 }, '2')
    // 50 are taken, 50 are gone: at half of the money nothing that was spent is missed.
    await perform(userId, { do: 'comesBack', amount: 100 }, '3')
    await perform(userId, { do: 'goesBack', amount: GRANTED }, '4')
    expect(await sumsOf(userId)).toEqual({ balance: 0, unrecovered: 100 })
  })

  it(
    'are as a model says that knows each credit',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(anyStep, { minLength: 8, maxLength: 25, size: 'max' }), replay),
        { numRuns: 40 },
      )
      expect(await books.credits.reconcile()).toEqual([])
    },
    TIMEOUT_MS,
  )
})
