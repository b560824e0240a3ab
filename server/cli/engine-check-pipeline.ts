import { type Command, readArguments } from './command.ts'
import { forOperator } from './engine-trouble.ts'

export const engineCheckPipeline: Command = {
  usage: 'FOLDER',
  summary: "Compare a model folder's drawings with its expected.json; exit 1 above 1e-3",
  async run(args, tools) {
    const command = { name: 'engine check-pipeline', usage: this.usage }
    const { positionals } = readArguments(command, args, {}, { min: 1, max: 1 })
    // Loaded only here, as they bring the whole runtime.
    const { checkPipeline, pipelineHolds } = await import('../engines/builtin/index.ts')
    const checks = await forOperator(() => checkPipeline(positionals[0] ?? ''))
    for (const check of checks) {
      const { sampler, steps, tokensEqual, latents, image } = check
      const figures = [
        `${sampler}, ${steps} steps:`.padEnd(30),
        `tokens ${tokensEqual ? 'equal' : 'DIFFER'}`,
        `latents ${latents.toExponential(2)}`,
        ...(image === null ? [] : [`picture ${image.toExponential(2)}`]),
        pipelineHolds(check) ? 'holds' : 'DIFFERS',
      ]
      tools.print(figures.join('  '))
    }
    return checks.every(pipelineHolds) ? 0 : 1
  },
}
