import { type Command, readArguments } from './command.ts'

export const modelsRemove: Command = {
  usage: 'ID',
  summary: 'Remove a model from MODELS_DIR; jobs that wait for it end with their credits back',
  async run(args, { config, print }) {
    const command = { name: 'models remove', usage: this.usage }
    const [id = ''] = readArguments(command, args, {}, { min: 1, max: 1 }).positionals
    const { removeModel } = await import('../engines/builtin/hub/index.ts')
    await removeModel(config.engine.modelsDir, id)
    print(`Removed ${id}`)
  },
}
