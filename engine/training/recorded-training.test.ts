import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { RECORDED_TRAINING } from './recorded-training.ts'

test('the recorded training is that of its public studio, and its images are there', async () => {
  const { photos, images, steps, seconds } = RECORDED_TRAINING
  for (const image of [...photos, ...images]) {
    expect((await readFile(`web/public${image}`)).length).toBeGreaterThan(1000)
  }
  const known = await readFile('models/showcase/bear/training.json', 'utf8')
  expect(JSON.parse(known)).toMatchObject({ steps, seconds })
})
