import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { createBuiltinEngine } from '../engine.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const engine = createBuiltinEngine({
  modelDirs: [],
  threads: 1,
  cacheDir: join(tmpdir(), 'atelier-classifier'),
})
afterAll(() => engine.dispose())

test('pictures that the built-in model made are clean', async () => {
  const folder = join(ROOT, 'web', 'public', 'showcase')
  const files = (await readdir(folder)).filter((name) => name.endsWith('.webp')).slice(0, 8)
  const seen = await Promise.all(
    files.map(async (file) => engine.classify(await readFile(join(folder, file)))),
  )
  for (const scores of seen) {
    expect(scores.drawing + scores.neutral).toBeGreaterThan(0.9)
    const sum = Object.values(scores).reduce((total, score) => total + score, 0)
    expect(sum).toBeCloseTo(1, 4)
  }
})

/** Of TensorFlow.js 4.22 with the same weights, for the pixels below: drawing, hentai, neutral, porn, sexy. */
const REFERENCE = [0.0136529, 0.00089308, 0.9851547, 0.00018859, 0.00011076]

test('the scores are those of the original network', async () => {
  const stripes = Buffer.alloc(224 * 224 * 3, 0)
  for (let y = 0; y < 224; y++)
    for (let x = 0; x < 224; x++) {
      stripes[3 * (224 * y + x)] = (7 * x) % 256
      stripes[3 * (224 * y + x) + 1] = (5 * y) % 256
      stripes[3 * (224 * y + x) + 2] = (3 * (x + y)) % 256
    }
  const picture = await sharp(stripes, { raw: { width: 224, height: 224, channels: 3 } })
    .png()
    .toBuffer()
  const scores = await engine.classify(picture)
  expect(Object.values(scores)).toEqual(REFERENCE.map((score) => expect.closeTo(score, 5)))
})

test('what is no image is refused, and the next one looked at', async () => {
  await expect(engine.classify(Buffer.from('no picture'))).rejects.toMatchObject({
    code: 'engine_failed',
  })
  const white = await sharp({ create: { width: 64, height: 32, channels: 4, background: '#fff0' } })
    .png()
    .toBuffer()
  expect((await engine.classify(white)).porn).toBeLessThan(0.5)
})
