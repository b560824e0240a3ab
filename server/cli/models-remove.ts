import { type Command, readArguments } from './command.ts'

export const modelsRemove: Command = {
  usage: 'ID',
  summary:
    'Remove a model or a network of the tools from MODELS_DIR; jobs that wait for a model end with their credits back',
  async run(args, { config, print }) {
    const command = { name: 'models remove', usage: this.usage }
    const [id = ''] = readArguments(command, args, {}, { min: 1, max: 1 }).positionals
    const { listAddedNetworks, removeModel, removeNetwork } =
      await import('../engines/builtin/index.ts')
    const { modelsDir } = config.engine
    const isNetwork = (await listAddedNetworks(modelsDir)).some((network) => network.id === id)
    await (isNetwork ? removeNetwork(modelsDir, id) : removeModel(modelsDir, id))
    print(`Removed ${id}`)
  },
}
