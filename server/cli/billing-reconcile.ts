import { type Command, readArguments, withApp } from './command.ts'

export const billingReconcile: Command = {
  usage: '',
  summary: 'Check every sum of the books of credits; ends with 1 if something does not agree',
  async run(args, tools) {
    readArguments({ name: 'billing reconcile', usage: this.usage }, args, {})
    const differences = await withApp(tools, ({ credits }) => credits.reconcile())
    for (const { userId, check, expected, actual } of differences) {
      tools.print(`${userId}  ${check}: ${expected} expected, ${actual} found`)
    }
    tools.print(`${differences.length} differences`)
    return differences.length > 0 ? 1 : 0
  },
}
