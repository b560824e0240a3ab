/**
 * A trainer that behaves as kohya's scripts do: reads a folder of photos with captions, writes bars and losses, saves a LoRA every few
 * steps, and one in the end. `--fault` makes it go wrong once or always.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const text = { type: 'string' }
const { values } = parseArgs({
  options: {
    train_data_dir: text,
    output_dir: text,
    max_train_steps: text,
    save_every_n_steps: text,
    network_dim: text,
    learning_rate: text,
    resolution: text,
    pretrained_model_name_or_path: text,
    network_weights: text,
    trigger: text,
    seed: text,
    step_ms: text,
    fault: text,
    /** Where it writes down what it was given. */
    report: text,
  },
})
const steps = Number(values.max_train_steps)
const every = Number(values.save_every_n_steps ?? 5)
const rank = Number(values.network_dim)
const faults = (values.fault ?? '').split(',')
const [own = ''] = readdirSync(values.train_data_dir)
const photos = readdirSync(join(values.train_data_dir, own)).toSorted()

if (values.report) {
  const caption = photos.find((name) => name.endsWith('.txt'))
  const said = {
    values,
    folder: own,
    photos,
    caption: readFileSync(join(values.train_data_dir, own, caption ?? ''), 'utf8'),
    environment: Object.keys(process.env),
    cwd: process.cwd(),
    resumed: values.network_weights ? readFileSync(values.network_weights).length : null,
  }
  const before = existsSync(values.report) ? JSON.parse(readFileSync(values.report, 'utf8')) : []
  writeFileSync(values.report, JSON.stringify([...before, said]))
}
/** Whether it is to go wrong like this: `once` where no checkpoint is given to it. */
const goesWrong = (fault) =>
  faults.includes(fault) || (faults.includes(`${fault} once`) && !values.network_weights)

function save(name, value) {
  const shapes = { lora_down: [rank, 4], lora_up: [6, rank] }
  let end = 0
  const header = { __metadata__: { ss_network_module: 'networks.lora', ss_network_dim: `${rank}` } }
  const numbers = []
  for (const [part, shape] of Object.entries(shapes)) {
    const data = new Float32Array(shape[0] * shape[1]).fill(value)
    header[`lora_unet_down_blocks_0.${part}.weight`] = {
      dtype: 'F32',
      shape,
      data_offsets: [end, (end += data.byteLength)],
    }
    numbers.push(Buffer.from(data.buffer))
  }
  const json = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(json.length))
  writeFileSync(join(values.output_dir, name), Buffer.concat([length, json, ...numbers]))
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
if (goesWrong('deaf')) process.on('SIGTERM', () => console.log('I do not hear'))
console.log('prepare tokenizer')
process.stderr.write('caching latents:  50%|#####     | 1/2 [00:00<00:00, 9.0it/s]\r')
for (let step = 1; step <= steps; step++) {
  await pause(Number(values.step_ms ?? 20))
  const loss = (1 / (step + 1)).toFixed(4)
  const share = Math.round((100 * step) / steps)
  process.stderr.write(
    `\rsteps:  ${share}%|##        | ${step}/${steps} [00:0${step % 10}<00:10,  1.19it/s, avr_loss=${loss}]`,
  )
  if (step % every === 0 && step < steps) {
    save(`last-step${String(step).padStart(8, '0')}.safetensors`, step)
    if (goesWrong('half a file'))
      writeFileSync(join(values.output_dir, `last-step${step + 1}.safetensors`), 'half')
  }
  if (step === 7 && goesWrong('crash')) {
    process.stderr.write('\nRuntimeError: CUDA out of memory.\n')
    process.exit(1)
  }
  if (step === 7 && goesWrong('hang')) await pause(600_000)
  if (step === 12 && goesWrong('hang late')) await pause(600_000)
}
if (goesWrong('nothing')) process.exit(0)
if (goesWrong('garbage')) writeFileSync(join(values.output_dir, 'last.safetensors'), '<html>')
else save('last.safetensors', 1000 + steps)
console.log('\nmodel saved.')
