import { type Command, readArguments } from './command.ts'
import { forOperator } from './engine-trouble.ts'

export const engineCheckSamplers: Command = {
  usage: 'FILE.json',
  summary: 'Compare every sampler with reference values; exit 1 if one differs',
  async run(args, tools) {
    const command = { name: 'engine check-samplers', usage: this.usage }
    const { positionals } = readArguments(command, args, {}, { min: 1, max: 1 })
    // Loaded only here, as they bring the whole runtime.
    const { checkSamplers, largestError, samplerHolds } =
      await import('../engines/builtin/index.ts')
    const checks = await forOperator(() => checkSamplers(positionals[0] ?? ''))
    let allHold = true
    for (const [sampler, cases] of Map.groupBy(checks, ({ sampler: name }) => name)) {
      const failed = cases.filter((one) => !samplerHolds(one))
      const calls = failed.find(({ calls: { expected, made } }) => made !== (expected ?? made))
      const error = Math.max(...cases.map(largestError)).toExponential(2)
      const verdict =
        failed.length === 0
          ? 'holds'
          : `DIFFERS in ${failed.length} of ${cases.length} cases (first: ${failed[0]!.steps} steps)` +
            (calls ? `, ${calls.calls.made} calls in place of ${calls.calls.expected}` : '')
      tools.print(`${sampler.padEnd(18)} ${error.padStart(9)}  ${verdict}`)
      allHold &&= failed.length === 0
    }
    return allHold ? 0 : 1
  },
}
