import { type Command, readArguments, withApp } from './command.ts'

/** The provider's list of what happened reaches about so far back. */
const DAYS = 30

export const billingReconcile: Command = {
  usage: '',
  summary:
    'Check the credits against each other, against pictures and payments, and these against the provider; ends with 1 if something does not agree',
  async run(args, tools) {
    readArguments({ name: 'billing reconcile', usage: this.usage }, args, {})
    const { findings, note } = await withApp(tools, ({ insights }) =>
      insights.findDifferences(DAYS),
    )
    for (const { check, subject, expected, actual } of findings) {
      tools.print(`${subject}  ${check}: ${expected} expected, ${actual} found`)
    }
    if (note !== null) tools.print(`The payment provider was not asked: ${note}`)
    tools.print(`${findings.length} differences`)
    return findings.length > 0 ? 1 : 0
  },
}
