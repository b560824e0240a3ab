import { transact } from '#server/platform/db/index.ts'
import type { TestApp } from './test-app.ts'

/** Limits the account of a person. */
export const limitPerson = ({ db, context }: TestApp, { id }: { id: string }): Promise<unknown> =>
  transact(db, (tx) =>
    context.accounts.limit(tx, { userIds: [id], reason: 'Many accounts with one card' }),
  )
