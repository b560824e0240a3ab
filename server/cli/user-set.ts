import { OperatorError } from '#lib/operator-error.ts'
import { type Command, readArguments, withApp } from './command.ts'
import { readEmail, readPlan } from './user-options.ts'

const OPTIONS = {
  email: { type: 'string' },
  plan: { type: 'string' },
  period: { type: 'string' },
  staff: { type: 'boolean' },
  admin: { type: 'boolean' },
  verified: { type: 'boolean' },
  'second-factor': { type: 'boolean' },
} as const

export const userSet: Command = {
  usage:
    '--email E [--plan PLAN [--period monthly|yearly]] [--[no-]staff] [--[no-]admin] [--verified] [--no-second-factor]',
  summary: 'Change an account; --plan free ends its plan',
  async run(args, tools) {
    const { values } = readArguments({ name: 'user set', usage: this.usage }, args, OPTIONS)
    const email = readEmail(values.email)
    const plan = readPlan(values.plan, values.period)
    const { staff, admin, verified } = values
    if (verified === false) throw new OperatorError('A verified address stays verified.')
    if (values['second-factor'])
      throw new OperatorError('Only its owner can set up a second factor.')
    const result = await withApp(tools, async (context, db) => {
      const found = await context.accounts.findUserByEmail(email)
      if (!found) throw new OperatorError(`There is no account with the email ${email}.`)
      const user = await context.accounts.setUser({
        email,
        ...(staff !== undefined && { staff }),
        ...(admin !== undefined && { admin }),
        ...(verified && { verified }),
        ...(values['second-factor'] === false && { secondFactor: false }),
      })
      if (plan) {
        const { name, period } = plan
        await context.billing.grantPlan({ userId: user.id, plan: name, period })
      }
      const current = await context.billing.planOf(db, user.id)
      return {
        id: user.id,
        email: user.email,
        plan: current.name,
        period: current.period,
        is_staff: user.isStaff,
        is_admin: user.isAdmin,
        email_verified: user.emailVerified,
      }
    })
    tools.print(JSON.stringify(result))
  },
}
