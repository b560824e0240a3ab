import { type Command, readArguments } from './command.ts'

export const modelsCatalogue: Command = {
  usage: '',
  summary:
    'List models that fit this engine and networks for its tools: size, memory, licence, what they are for',
  async run(args, { config, print }) {
    readArguments({ name: 'models catalogue', usage: this.usage }, args, {})
    const { createEstimator, readCatalogue, readNetworkCatalogue } =
      await import('../engines/builtin/hub/index.ts')
    const estimate = createEstimator(config.engine)
    for (const { id, name, purpose, licences, commercial, ...facts } of readCatalogue()) {
      const { downloadGb, memoryGb, size, steps } = facts
      const seconds = await estimate(facts)
      const time = seconds === null ? [] : [`about ${seconds} s an image on this machine`]
      const uses = commercial ? [] : ['not for commercial use']
      print(`${id}  ${name}: ${purpose}`)
      print(
        `    ${[`${downloadGb} GB to fetch`, `${memoryGb} GB of memory`, `${size} px`, `${steps} steps`, ...time].join(', ')}`,
      )
      print(
        `    ${[...licences.map((licence) => `${licence.name} (${licence.of})`), ...uses].join('; ')}`,
      )
    }
    print('Networks for tools:')
    for (const { id, name, purpose, licences, commercial, downloadMb } of readNetworkCatalogue()) {
      const uses = commercial ? [] : ['not for commercial use']
      print(`${id}  ${name}: ${purpose}`)
      print(`    ${[`${downloadMb} MB to fetch`, licences.weights, ...uses].join(', ')}`)
    }
  },
}
