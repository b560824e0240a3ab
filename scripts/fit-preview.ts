/**
 * Fits `preview.json` of a model folder: the linear map from latents to a small picture that comes nearest to
 * what the decoder makes of them. Run once per model.
 *
 * Usage: node scripts/fit-preview.ts [MODEL_FOLDER]
 */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { COMPANIONS } from '#engine/companions.ts'
import { loadModel } from '#engine/diffusion/loaded-model.ts'
import type { Planes } from '#engine/diffusion/networks.ts'
import { createNoiseStream } from '#engine/diffusion/noise.ts'
import { pictureDenoiser } from '#engine/diffusion/picture-denoiser.ts'
import { neighbourhood } from '#engine/diffusion/preview.ts'
import { conditionOn } from '#engine/diffusion/prompt/conditioning.ts'
import { findSampler } from '#engine/diffusion/samplers/index.ts'
import { runAlone } from '#engine/diffusion/shared-runs.ts'

const CELLS = 4
const RIDGE = 1e-6
const GUIDANCE = 4
const SUBJECTS = ['red apple', 'smiling face', 'cat', 'house', 'rocket', 'tree', 'fish', 'heart']
const STYLES = ['3d style', 'flat style on blue background', 'noto style on green background']

const modelDir = process.argv[2] ?? 'models/text-to-image'
const model = await loadModel({ modelDir, cacheDir: '.cache', threads: 1 }, COMPANIONS)
const { latentChannels, nativeSize, downscale } = model.description
const edge = nativeSize / downscale
const size = { width: edge, height: edge }
const length = latentChannels * edge * edge
const inputs = 9 * latentChannels + 1
const outputs = 3 * CELLS ** 2
const products = Array.from({ length: inputs }, () => new Float64Array(inputs + outputs))

const prompts = SUBJECTS.flatMap((subject) => STYLES.map((style) => `${subject} ${style}`))
for (const [seed, prompt] of prompts.entries()) {
  const words = { prompt, negativePrompt: '', guidanceScale: GUIDANCE }
  const conditioning = await conditionOn(model, words, 1)
  const stream = createNoiseStream(seed)
  const noise = () => stream(length)
  const told = { ...model, ask: runAlone(model.networks) }
  const denoise = pictureDenoiser(told, () => conditioning.at(1), size, words)
  const context = { schedule: model.schedule, steps: 12, start: noise(), denoise, noise }
  for await (const { denoised } of findSampler('Euler a')!.sample(context))
    collect(denoised, await model.networks.decode(Float32Array.from(denoised), size))
}

const weights = solve(products)
const rounded = weights.map((row) => row.map((value) => Number(value.toPrecision(4))))
await writeFile(
  path.join(modelDir, 'preview.json'),
  `{"cells":${CELLS},"weights":[\n${rounded.map((row) => JSON.stringify(row)).join(',\n')}\n]}\n`,
)
console.log(`Fitted to ${prompts.length} drawings: ${path.join(modelDir, 'preview.json')}`)

/** Adds what one picture contributes to the normal equations, inputs and outputs side by side. */
function collect(latents: Float64Array, picture: Planes): void {
  for (let y = 0; y < edge; y++)
    for (let x = 0; x < edge; x++) {
      const cell = neighbourhood(latents, size, x, y, new Float64Array(inputs))
      const row = [...cell, ...averages(picture, x, y)]
      for (let i = 0; i < inputs; i++)
        for (let j = 0; j < row.length; j++) products[i]![j]! += row[i]! * row[j]!
    }
}

/** The colours of one latent cell's pixels, averaged to CELLS x CELLS, pixel by pixel. */
function averages(picture: Planes, x: number, y: number): number[] {
  const step = downscale / CELLS
  return Array.from({ length: outputs }, (_, output) => {
    const pixel = Math.floor(output / 3)
    const top = y * downscale + Math.floor(pixel / CELLS) * step
    const left = x * downscale + (pixel % CELLS) * step
    let sum = 0
    for (let dy = 0; dy < step; dy++)
      for (let dx = 0; dx < step; dx++) {
        const row = (output % 3) * picture.height + top + dy
        sum += Math.min(1, Math.max(-1, picture.data[row * picture.width + left + dx]!))
      }
    return sum / step ** 2
  })
}

/** Solves the normal equations (with a little ridge) by Gauss-Jordan elimination with pivoting. */
function solve(matrix: Float64Array[]): number[][] {
  const ridge = RIDGE * Math.max(...matrix.map((row, i) => row[i]!))
  for (const [i, row] of matrix.entries()) row[i]! += ridge
  for (let column = 0; column < inputs; column++) {
    let pivot = column
    for (let row = column; row < inputs; row++)
      if (Math.abs(matrix[row]![column]!) > Math.abs(matrix[pivot]![column]!)) pivot = row
    ;[matrix[column], matrix[pivot]] = [matrix[pivot]!, matrix[column]!]
    const lead = matrix[column]![column]!
    matrix[column] = matrix[column]!.map((value) => value / lead)
    for (let row = 0; row < inputs; row++) {
      const factor = matrix[row]![column]!
      if (row === column || factor === 0) continue
      matrix[row] = matrix[row]!.map((value, j) => value - factor * matrix[column]![j]!)
    }
  }
  return matrix.map((row) => Array.from(row.subarray(inputs)))
}
