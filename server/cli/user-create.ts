import { OperatorError } from '#lib/operator-error.ts'
import { type Command, readArguments, withApp } from './command.ts'
import { provisionUser } from './provision-user.ts'
import { readCredits, readEmail, readPlan } from './user-options.ts'

const OPTIONS = {
  email: { type: 'string' },
  password: { type: 'string' },
  'first-name': { type: 'string' },
  'last-name': { type: 'string' },
  plan: { type: 'string' },
  period: { type: 'string' },
  credits: { type: 'string' },
  staff: { type: 'boolean' },
  admin: { type: 'boolean' },
  verified: { type: 'boolean' },
} as const

export const userCreate: Command = {
  usage:
    '--email E --password P [--first-name N] [--last-name N] [--plan PLAN [--period monthly|yearly]] ' +
    '[--credits N] [--staff] [--admin] [--verified]',
  summary:
    'Open an account; --credits makes its balance exactly N, --plan starts a test subscription',
  async run(args, tools) {
    const { values } = readArguments({ name: 'user create', usage: this.usage }, args, OPTIONS)
    const email = readEmail(values.email)
    const { password } = values
    if (!password) throw new OperatorError('--password must be given.')
    const plan = readPlan(values.plan, values.period)
    const credits =
      values.credits === undefined ? undefined : readCredits('--credits', values.credits, 0)
    const user = await withApp(tools, (context, db) =>
      provisionUser(context, db, {
        email,
        password,
        firstName: values['first-name'] ?? email.split('@')[0] ?? '',
        lastName: values['last-name'] ?? '',
        verified: values.verified === true,
        staff: values.staff === true,
        admin: values.admin === true,
        ...(plan && { plan }),
        ...(credits !== undefined && { credits }),
      }),
    )
    tools.print(JSON.stringify({ id: user.id, email: user.email }))
  },
}
