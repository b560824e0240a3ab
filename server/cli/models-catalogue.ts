import { type Command, readArguments } from './command.ts'

export const modelsCatalogue: Command = {
  usage: '',
  summary: 'List models that fit this engine: size, memory, licence, what they are for',
  async run(args, { print }) {
    readArguments({ name: 'models catalogue', usage: this.usage }, args, {})
    const { readCatalogue } = await import('../engines/builtin/hub/index.ts')
    for (const { id, name, purpose, licences, commercial, ...facts } of readCatalogue()) {
      const { downloadGb, memoryGb, size, steps, secondsAStep } = facts
      const time = secondsAStep === null ? [] : [`${secondsAStep} s a step on one thread`]
      const uses = commercial ? [] : ['not for commercial use']
      print(`${id}  ${name}: ${purpose}`)
      print(
        `    ${[`${downloadGb} GB to fetch`, `${memoryGb} GB of memory`, `${size} px`, `${steps} steps`, ...time].join(', ')}`,
      )
      print(
        `    ${[...licences.map((licence) => `${licence.name} (${licence.of})`), ...uses].join('; ')}`,
      )
    }
  },
}
