import { OperatorError } from '#lib/operator-error.ts'
import { type Command, readArguments } from './command.ts'
import { describeModel, readModels } from './models-list.ts'

export const modelsCheck: Command = {
  usage: '[ID]',
  summary: 'Load every model, or the one, and run its networks once; exit 1 if one is broken',
  async run(args, tools) {
    const command = { name: 'models check', usage: this.usage }
    const { positionals } = readArguments(command, args, {}, { min: 0, max: 1 })
    const [wanted] = positionals
    const all = await readModels(tools)
    const entries = all.filter(({ id }) => wanted === undefined || id === wanted)
    if (entries.length === 0)
      throw new OperatorError(
        wanted === undefined ? 'There is no model folder.' : `There is no model ${wanted}.`,
      )
    const { checkModel } = await import('../engines/builtin/index.ts')
    let broken = 0
    for (const entry of entries) {
      const checked = entry.ready ? await checkModel(entry) : entry
      if (!checked.ready) broken += 1
      tools.print(describeModel(checked))
    }
    return broken > 0 ? 1 : 0
  },
}
