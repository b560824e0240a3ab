import { expect, it } from 'vitest'
import type { Reader } from './transact.ts'
import { namedStatement } from './statement.ts'

it('numbers names by their first use, and leaves casts alone', async () => {
  const asked: { sql: string; parameters: readonly unknown[] }[] = []
  const reader = {
    executeQuery: ({ sql, parameters }: (typeof asked)[number]) => {
      asked.push({ sql, parameters })
      return Promise.resolve({ rows: [] })
    },
  } as unknown as Reader
  const add = namedStatement<{ amount: number; user: string; unused: string }, unknown>(
    'update a set b = b + :amount::integer, c = :amount where id = :user::uuid',
  )
  await add.run(reader, { user: 'U1', amount: 3, unused: 'x' })
  expect(asked).toEqual([
    {
      sql: 'update a set b = b + $1::integer, c = $1 where id = $2::uuid',
      parameters: [3, 'U1'],
    },
  ])
})
