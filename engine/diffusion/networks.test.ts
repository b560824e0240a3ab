import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Tensor } from 'onnxruntime-node'
import { expect, test } from 'vitest'
import { InferenceSession } from '../onnx/inference-session.ts'
import { readModelFolder } from './model/model-folder.ts'
import { takeAnyLength, takeRealNumbers } from '../onnx/network-inputs.ts'
import { loadNetworks } from './networks.ts'
import { ELEMENT, OnnxWriter } from '../onnx/onnx-writer.ts'

const TINY = 'tests/fixtures/tiny-sd'

test('a denoiser that was exported for whole timesteps is asked at fractions of them', async () => {
  const networks = await loadNetworks(await readModelFolder(TINY), { threads: 1 })
  const size = { width: 8, height: 8 }
  const states = await networks.encodeText([Array.from<number>({ length: 77 }).fill(3)])
  const latents = Float32Array.from({ length: 4 * 64 }, (_, i) => Math.sin(i))
  const [low, middle, high] = await Promise.all(
    [166, 166.5, 167].map(
      async (at) => (await networks.predict([{ latents }], size, at, states, 1))[0]![0]!,
    ),
  )
  // Nearly a straight line between neighbours; a rounded timestep would be half a step off.
  const [step, off] = [0, 1].map((which) =>
    Math.max(
      ...Array.from(low!, (value, i) =>
        Math.abs(which === 0 ? high![i]! - value : middle![i]! - (value + high![i]!) / 2),
      ),
    ),
  )
  expect(step).toBeGreaterThan(1e-3)
  expect(off).toBeLessThan(0.3 * step!)
  await networks.release()
})

test('only a whole-number input of that name is changed, and by one byte', async () => {
  const before = await readFile(`${TINY}/unet/model.onnx`)
  const model = Buffer.from(before)
  expect(takeRealNumbers(model, 'sample')).toBe(false)
  expect(takeRealNumbers(model, 'nothing')).toBe(false)
  expect(model.equals(before)).toBe(true)
  expect(takeRealNumbers(model, 'timestep')).toBe(true)
  expect(model.filter((byte, i) => byte !== before[i])).toHaveLength(1)
  expect(takeRealNumbers(model, 'timestep')).toBe(false)
})

test('a timestep that the network itself makes whole again stays a fraction', async () => {
  const writer = new OnnxWriter()
  const timestep = writer.input('timestep', [1], ELEMENT.INT64)
  const row = writer.node('Unsqueeze', [timestep, writer.integers([0], [1])])
  const whole = writer.node('Cast', [row], { to: ELEMENT.INT64 })
  const other = writer.node('Cast', [writer.integers([3], [1, 1])], { to: ELEMENT.FLOAT })
  writer.node('Add', [writer.node('Cast', [whole], { to: ELEMENT.FLOAT }), other], {}, 'sum')
  writer.output('sum', [1, 1])
  const model = writer.build()
  expect(takeRealNumbers(model, 'timestep')).toBe(true)
  const session = await InferenceSession.create(model, { logSeverityLevel: 3 })
  const { sum } = await session.run({ timestep: new Tensor('float32', [499.25], [1]) })
  expect([...(sum!.data as Float32Array)]).toEqual([502.25])
  await session.release()
})

test('a denoiser that was exported for one chunk of words looks at several', async () => {
  const networks = await loadNetworks(await readModelFolder(TINY), { threads: 1 })
  expect(networks.wordCount).toBeNull()
  const size = { width: 8, height: 8 }
  const states = await networks.encodeText([Array.from({ length: 77 }, (_, i) => i)])
  const words = states.data
  const twice = new Tensor('float32', Float32Array.from([...words, ...words]), [1, 154, 32])
  const latents = Float32Array.from({ length: 4 * 64 }, (_, i) => Math.sin(i))
  const [once, again] = await Promise.all(
    [states, twice].map(
      async (all) => (await networks.predict([{ latents }], size, 100, all, 1))[0]![0]!,
    ),
  )
  // Attention to the same words twice is attention to them.
  expect(Math.max(...once!.map((value, i) => Math.abs(value - again![i]!)))).toBeLessThan(1e-4)
  await networks.release()
})

test('only the length of that input is opened, in place', async () => {
  const before = await readFile(`${TINY}/unet/model.onnx`)
  const model = Buffer.from(before)
  expect(takeAnyLength(model, 'nothing', 1)).toBe(false)
  // Its first axis is open already, and it has no fourth.
  expect(takeAnyLength(model, 'encoder_hidden_states', 0)).toBe(false)
  expect(takeAnyLength(model, 'encoder_hidden_states', 3)).toBe(false)
  expect(model.equals(before)).toBe(true)
  expect(takeAnyLength(model, 'encoder_hidden_states', 1)).toBe(true)
  expect(model.filter((byte, i) => byte !== before[i])).toHaveLength(2)
})

test('latents of an image come back as that image', async () => {
  const networks = await loadNetworks(await readModelFolder('models/text-to-image'), { threads: 1 })
  const [width, height] = [128, 96]
  const data = Float32Array.from({ length: 3 * width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width) % height]
    return Math.hypot(x - 64, y - 48) < 30 ? 0.6 : -0.2
  })
  const latents = await networks.encode({ data, width, height })
  expect(latents).toHaveLength(8 * 16 * 12)
  const back = await networks.decode(latents, { width: 16, height: 12 })
  expect([back.width, back.height]).toEqual([width, height])
  const error = back.data.reduce((sum, value, i) => sum + Math.abs(value - data[i]!), 0)
  expect(error / data.length).toBeLessThan(0.1)
  await networks.release()
})

test.each(['text_encoder', 'unet', 'vae_decoder'])(
  'an input of the %s that nothing is known of is refused by its name, never filled in',
  async (name) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'networks-'))
    await cp(TINY, folder, { recursive: true })
    const writer = new OnnxWriter()
    const size = writer.input('pose', [1, 6], ELEMENT.FLOAT)
    writer.node('Identity', [size], {}, 'sample')
    writer.output('sample', [1, 6])
    const file = path.join(folder, name, 'model.onnx')
    await writeFile(file, writer.build())
    const loading = loadNetworks(await readModelFolder(folder), { threads: 1 })
    await expect(loading).rejects.toMatchObject({
      code: 'model_broken',
      message: `Model file ${file}: has the input pose, which this engine has nothing for`,
    })
    await rm(folder, { recursive: true })
  },
)

test.each([0, 1, 100, 5000])('a file of %i random bytes is left alone', (length) => {
  const bytes = Buffer.from(Array.from({ length }, (_, i) => (i * 7919 + 31 * (i % 13)) % 256))
  expect(takeRealNumbers(bytes, 'timestep')).toBe(false)
  expect(takeAnyLength(bytes, 'timestep', 0)).toBe(false)
})
