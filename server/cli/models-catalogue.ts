import type { ToolNetwork } from '../engines/spec/index.ts'
import { type Command, readArguments } from './command.ts'

/** The work of networks, in a word. */
const WORK: Record<ToolNetwork['slot'], string> = {
  foreground: 'cut-outs',
  inpainting: 'removing objects',
  upscaling: 'enlarging',
  depth: 'depth',
  selection: 'selecting',
}

/** Licences of a network, each with what it is of. */
export const licencesOf = ({ weights, data }: ToolNetwork['licences']): string[] => [
  `${weights} (the weights)`,
  `${data ?? 'not said by its page'} (the data)`,
]

export const modelsCatalogue: Command = {
  usage: '',
  summary:
    'List models that fit this engine and networks for its tools: size, memory, licence, what they are for',
  async run(args, { config, print }) {
    readArguments({ name: 'models catalogue', usage: this.usage }, args, {})
    const { createEstimator, readCatalogue, readNetworkCatalogue } =
      await import('../engines/builtin/index.ts')
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
    for (const { id, name, purpose, maker, adapter, ...facts } of readNetworkCatalogue()) {
      const { licences, commercial, downloadMb } = facts
      const uses = commercial ? [] : ['not for commercial use']
      print(`${id}  ${name} (${WORK[adapter.slot]}): ${purpose}`)
      print(`    ${downloadMb} MB to fetch, by ${maker}`)
      print(`    ${[...licencesOf(licences), ...uses].join('; ')}`)
    }
  },
}
