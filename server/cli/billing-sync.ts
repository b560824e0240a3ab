import { type Command, readArguments, withApp } from './command.ts'

export const billingSync: Command = {
  usage: '',
  summary: 'Make or find products, prices and the portal configuration at the payment provider',
  async run(args, tools) {
    readArguments({ name: 'billing sync', usage: this.usage }, args, {})
    const lines = await withApp(tools, ({ billing }) => billing.syncCatalog())
    for (const { what, state } of lines) tools.print(`${what}: ${state}`)
  },
}
