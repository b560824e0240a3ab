import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { BooksWriter } from '#server/domains/credits/holding.ts'
import { createBilling, planSchedule } from '#server/domains/billing/index.ts'
import { type Db, transact } from '#server/platform/db/index.ts'
import { createEvents } from '#server/platform/events/index.ts'
import { createLogger } from '#server/platform/log.ts'
import { createTestDatabase } from './test-database.ts'
import { createCredits, freePolicy, type GrantInput } from '#server/domains/credits/index.ts'
import { inEnglish } from '#server/texts/index.ts'

/** Moves the billing clock to an instant, from which it goes on. */
export async function setClock(db: Db, at: Date | string): Promise<void> {
  const instant = typeof at === 'string' ? at : at.toISOString()
  await sql`update clock_offset set amount = ${instant}::timestamptz - now()`.execute(db.kysely)
}

/** Credits and billing on a database of their own, and short words for what tests do with them. */
export async function openBooks({ max = 10 } = {}) {
  const database = await createTestDatabase({ max })
  const { db } = database
  const log = createLogger({ level: 'warn' })
  const events = createEvents({ db, log, readWhole: {} })
  const credits = createCredits({
    db,
    events,
    schedule: planSchedule,
    secret: Buffer.alloc(32, 7),
    free: freePolicy(() => ({
      grantsPerNetwork: 3,
      grantsPerRange: 0,
      grantsPerDay: 0,
      freeCredits: 40,
      loginBonus: 30,
    })),
    log,
  })
  const billing = createBilling({
    db,
    credits,
    log,
    queue: { send: async () => {} },
    limiter: { consume: async () => {} },
    provider: null,
    payTestSession: null,
    originOf: () => '',
    headshotSetPrice: () => 2900,
    firstPurchases: () => ({ perNetwork: 10, perCard: 3 }),
    pricesNow: async () => ({}),
    onOrderPaid: async () => false,
    onEvent: async () => {},
  })

  const write = <T>(act: (writer: BooksWriter) => Promise<T>) =>
    transact(db, (tx) => act(credits.writer(tx)))

  const ownerOf = async (holdId: string): Promise<string> => {
    const { user_id: owner } = await db.kysely
      .selectFrom('credit_holds')
      .select('user_id')
      .where('id', '=', holdId)
      .executeTakeFirstOrThrow()
    return owner
  }

  let serial = 0
  /** A user; verified ones get no credits by it, as if by the operator long after the fact. */
  const addUser = async ({
    email = `user${(serial += 1)}@example.org`,
    verifiedAt = null,
  }: { email?: string; verifiedAt?: string | null } = {}) => {
    const { id } = await db.kysely
      .insertInto('users')
      .values({ email, email_verified_at: verifiedAt })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  const verify = async (userId: string, ip: string | null) => {
    await transact(db, async (tx) => {
      const { email } = await tx
        .updateTable('users')
        .set({ email_verified_at: sql<Date>`money_now()` })
        .where('id', '=', userId)
        .returning('email')
        .executeTakeFirstOrThrow()
      await credits.writer(tx).grantFreeMonth({ userId, email, ip })
    })
  }

  return {
    db,
    credits,
    billing,
    write,
    addUser,
    verify,
    async dispose() {
      await events.stop()
      await database.dispose()
    },
    /** A new user whose free credits came at once. */
    async addVerifiedUser(email?: string) {
      const userId = await addUser(email === undefined ? {} : { email })
      await verify(userId, null)
      return userId
    },
    grant: (userId: string, amount: number, options: Partial<GrantInput> = {}) =>
      write((writer) =>
        writer.grant({
          userId,
          kind: 'plan',
          amount,
          expiresAt: null,
          externalId: randomUUID(),
          text: 'Granted',
          ...options,
        }),
      ),
    hold: async (userId: string, amount: number, externalId: string = randomUUID()) => {
      const hold = { userId, amount, externalId, jobId: null, text: 'Held' }
      const { holdId } = await write((writer) => writer.hold(hold))
      return holdId
    },
    async capture(holdId: string, amount: number, externalId: string = randomUUID()) {
      const hold = { userId: await ownerOf(holdId), holdId }
      const capture = { amount, externalId, jobId: null, imageId: null }
      return write((writer) => writer.capture({ ...hold, ...capture, text: '1 picture delivered' }))
    },
    async release(holdId: string, cause: 'cancelled' | 'blocked' | 'failed' | 'unused') {
      const hold = { userId: await ownerOf(holdId), holdId }
      return write((writer) => writer.release({ ...hold, cause, text: 'Returned' }))
    },
    /** Gives back what one job of a shared hold did not use. */
    async releasePart(holdId: string, amount: number, jobId: string) {
      const hold = { userId: await ownerOf(holdId), holdId, part: { amount, jobId } }
      return write((writer) => writer.release({ ...hold, cause: 'cancelled', text: 'Returned' }))
    },
    balance: (userId: string) => credits.balance(db, userId),
    /** `kind amount day` of each line, oldest first. */
    async lines(userId: string) {
      const { results } = await credits.statement(userId, { limit: 100 })
      return results
        .toReversed()
        .map(({ kind, amount, created_at }) => `${kind} ${amount} ${created_at.slice(0, 10)}`)
    },
    async texts(userId: string) {
      const { results } = await credits.statement(userId, { limit: 100 })
      return results.toReversed().map(({ text }) => inEnglish(text))
    },
  }
}

export type Books = Awaited<ReturnType<typeof openBooks>>
