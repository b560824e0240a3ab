/** A server that begins a training by a command, says so, and follows it until it is killed. */
import { createTrainerEngine } from '#server/engines/trainer/index.ts'
import { trainingOrder } from '../follow-training.ts'

const [options = '', key = ''] = process.argv.slice(2)
const engine = createTrainerEngine(JSON.parse(options))
const operation = await engine.training!.start(
  await trainingOrder({ model: 'sdxl', name: 'Ada' }),
  {
    key,
    attempt: 1,
    begunSince: null,
  },
)
process.stdout.write(`${JSON.stringify(operation)}\n`)
await engine.training!.follow(operation, {
  onProgress: () => undefined,
  onOutput: async () => undefined,
})
