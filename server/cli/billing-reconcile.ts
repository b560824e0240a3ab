import { OperatorError } from '#lib/operator-error.ts'
import { type Command, readArguments, withApp } from './command.ts'

function readDays(text: string | undefined): number | null {
  if (text === undefined) return null
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text)
  throw new OperatorError(`Not a number of days: ${text}.`)
}

export const billingReconcile: Command = {
  usage: '[--days N]',
  summary:
    'Check the credits against each other, against images and payments, and all payments (or those of N days) against the provider; ends with 1 if something does not agree',
  async run(args, tools) {
    const { values } = readArguments({ name: 'billing reconcile', usage: this.usage }, args, {
      days: { type: 'string' },
    })
    const days = readDays(values.days)
    const { findings, note, compared, leftOut, searchedFrom } = await withApp(tools, ({ admin }) =>
      admin.findDifferences(days),
    )
    for (const { check, subject, expected, actual } of findings) {
      tools.print(`${subject}  ${check}: ${expected} expected, ${actual} found`)
    }
    if (note === null) {
      const rest = leftOut > 0 ? `; ${leftOut} older ones were left out` : ''
      tools.print(`${compared} payments compared with the payment provider${rest}`)
    } else {
      tools.print(`The payment provider was not asked: ${note}`)
    }
    if (searchedFrom) {
      tools.print(
        `Payments that only the provider knows were looked for from ${searchedFrom.toISOString()} on: it tells no further back`,
      )
    }
    tools.print(`${findings.length} differences`)
    return findings.length > 0 ? 1 : 0
  },
}
