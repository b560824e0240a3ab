import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readModelFolder } from './model/model-folder.ts'
import { takeRealNumbers } from './model/real-timestep.ts'
import { loadNetworks } from './networks.ts'

const TINY = 'tests/fixtures/tiny-sd'

test('a denoiser that was exported for whole timesteps is asked at fractions of them', async () => {
  const networks = await loadNetworks(await readModelFolder(TINY), 1)
  const size = { width: 8, height: 8 }
  const states = await networks.encodeText([Array.from<number>({ length: 77 }).fill(3)])
  const latents = Float32Array.from({ length: 4 * 64 }, (_, i) => Math.sin(i))
  const [low, middle, high] = await Promise.all(
    [166, 166.5, 167].map(async (at) => (await networks.predict(latents, size, at, states, 1))[0]!),
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

test.each([0, 1, 100, 5000])('a file of %i random bytes is left alone', (length) => {
  const bytes = Buffer.from(Array.from({ length }, (_, i) => (i * 7919 + 31 * (i % 13)) % 256))
  expect(takeRealNumbers(bytes, 'timestep')).toBe(false)
})
