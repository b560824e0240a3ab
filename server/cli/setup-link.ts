import { OperatorError } from '#lib/operator-error.ts'
import { type Command, readArguments, withApp } from './command.ts'

export const setupLink: Command = {
  usage: '',
  summary: 'Print the one-time address at which the first administrator sets the site up',
  async run(args, tools) {
    readArguments({ name: 'setup link', usage: this.usage }, args, {})
    const link = await withApp(tools, ({ installation }) =>
      installation.setupLink({ isAsked: true }),
    )
    if (link === null)
      throw new OperatorError('There is an administrator already: log in and open /setup.')
    tools.print(link)
  },
}
