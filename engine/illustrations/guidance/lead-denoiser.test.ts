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
  sigmas: readonly number[],
  still = [0, 0, 0, 0],
): Promise<{ asked: number[]; answers: number[][] }> => {
  const { asked, denoise } = counting()
  const guidance = {
    latents: LATENTS,
    led: Float32Array.from(led),
    still: Uint8Array.from(still),
  }
  const lead = leadDenoiser(denoise, guidance, LEVELS)
  const answers: number[][] = []
  for (const sigma of sigmas) answers.push([...(await lead(X, sigma))])
  return { asked, answers }
}

test('a network of which nothing is taken is not asked', async () => {
  const { asked, answers } = await noted([1, 1, 1, 1], [14, 5, 1, 0.9, 0.2, 0.1])
  expect(asked).toEqual([0.9, 0.2, 0.1])
  expect(answers.slice(0, 3)).toEqual([LATENTS, LATENTS, LATENTS])
  expect(answers[3]![0]).toBeLessThan(100)
  expect(answers.slice(4)).toEqual([Array(8).fill(200), Array(8).fill(300)])
})

test('where the guidance image leads in part, the word of the network counts beside it at every level', async () => {
  const { asked, answers } = await noted([1, 0.5, 0, 0], [14, 10, 7])
  expect(asked).toEqual([14, 10, 7])
  expect(answers[2]).toEqual([1, 151, 300, 300, 5, 153, 300, 300])
})

test('where nothing is near a thing, it leads to the end', async () => {
  const { answers } = await noted([1, 1, 1, 1], [0.1], [1, 0, 0, 1])
  expect(answers).toEqual([[1, 100, 100, 4, 5, 100, 100, 8]])
})
