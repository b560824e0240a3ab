import { randomUUID } from 'node:crypto'
import { transact } from '../platform/db/index.ts'
import { OperatorError } from '#lib/operator-error.ts'
import { type Command, readArguments, withApp } from './command.ts'
import { readCredits, readEmail } from './user-options.ts'

const OPTIONS = {
  email: { type: 'string' },
  add: { type: 'string' },
  reason: { type: 'string' },
} as const

const MOST_TAKEN = -100_000_000

export const userCredits: Command = {
  usage: '--email E --add N --reason R',
  summary:
    'Add credits that never expire, or take some (--add=-5); the reason stands in the statement',
  async run(args, tools) {
    const { values } = readArguments({ name: 'user credits', usage: this.usage }, args, OPTIONS)
    const email = readEmail(values.email)
    const amount = readCredits('--add', values.add ?? '', MOST_TAKEN)
    const reason = values.reason?.trim()
    if (!reason) throw new OperatorError('--reason must be given.')
    if (amount === 0) throw new OperatorError('--add must not be 0.')
    const result = await withApp(tools, async ({ accounts, credits }, db) => {
      const user = await accounts.findUserByEmail(email)
      if (!user) throw new OperatorError(`There is no account with the email ${email}.`)
      return transact(db, async (tx) => {
        await credits.writer(tx).adjust({
          userId: user.id,
          amount,
          externalId: `operator:${randomUUID()}`,
          text: reason,
        })
        return { id: user.id, email: user.email, ...(await credits.balance(tx, user.id)) }
      })
    })
    tools.print(JSON.stringify(result))
  },
}
