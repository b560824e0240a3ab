import { expect, test } from 'vitest'
import { leadDenoiser } from './lead-denoiser.ts'

const LEVELS = { from: 1, to: 0.2 }
/** Two channels of four cells. */
const LATENTS = [1, 2, 3, 4, 5, 6, 7, 8]
const X = new Float64Array(8)

/** A network that expects the number of times that it was asked; notes at which noise levels. */
function counting(): {
  asked: number[]
  denoise: (x: Float64Array, s: number) => Promise<Float64Array>
} {
  const asked: number[] = []
  return { asked, denoise: async (_, sigma) => new Float64Array(8).fill(100 * asked.push(sigma)) }
}

const noted = async (
  led: number[],
  plainElse: boolean,
  sigmas: readonly number[],
  { latents = LATENTS, still = [0, 0, 0, 0] } = {},
): Promise<{ asked: number[]; answers: number[][] }> => {
  const { asked, denoise } = counting()
  const hint = {
    latents,
    led: Float32Array.from(led),
    plainElse,
    still: Uint8Array.from(still),
  }
  const lead = leadDenoiser(denoise, hint, LEVELS)
  const answers: number[][] = []
  for (const sigma of sigmas) answers.push([...(await lead(X, sigma))])
  return { asked, answers }
}

test('a network of which nothing is taken is not asked', async () => {
  const { asked, answers } = await noted([1, 1, 1, 1], true, [14, 5, 1, 0.9])
  expect(asked).toEqual([0.9])
  expect(answers.slice(0, 3)).toEqual([LATENTS, LATENTS, LATENTS])
})

test('for the colour behind the hint it is asked whenever the noise has halved', async () => {
  const sigmas = [14, 10, 7.5, 7, 5, 3.4, 2, 1.6, 1]
  const { asked, answers } = await noted([1, 1, 1, 0], true, sigmas)
  expect(asked).toEqual([14, 7, 3.4, 1.6])
  const behind = [100, 100, 100, 200, 200, 300, 300, 400, 400]
  expect(answers).toEqual(behind.map((colour) => [1, 2, 3, colour, 5, 6, 7, colour]))
})

test('once the hint leads less, it is asked at every level', async () => {
  const { asked, answers } = await noted([1, 1, 1, 0], true, [1.5, 0.9, 0.8, 0.2, 0.1])
  expect(asked).toEqual([1.5, 0.9, 0.8, 0.2, 0.1])
  expect(answers.slice(3)).toEqual([Array(8).fill(400), Array(8).fill(500)])
})

test('over a picture its own word counts beside the hint at every level', async () => {
  const { asked, answers } = await noted([1, 0.5, 0, 0], false, [14, 10, 7])
  expect(asked).toEqual([14, 10, 7])
  expect(answers[2]).toEqual([1, 151, 300, 300, 5, 153, 300, 300])
})

test('where nothing is near a thing, it is led to the end', async () => {
  const { answers } = await noted([1, 1, 1, 0], true, [0.1], { still: [1, 0, 0, 1] })
  expect(answers).toEqual([[1, 100, 100, 100, 5, 100, 100, 100]])
})

test('white is the white of the hint, cell by cell', async () => {
  const latents = [0, 0, 99.5, 100, 0, 0, 100, 100.5]
  const options = { latents, still: [0, 0, 1, 1] }
  const { answers } = await noted([1, 1, 0, 0], true, [0.1], options)
  expect(answers).toEqual([[100, 100, 99.5, 100, 100, 100, 100, 100.5]])
})
