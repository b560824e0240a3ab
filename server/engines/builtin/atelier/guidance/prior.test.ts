import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadModel } from '../../diffusion/loaded-model.ts'
import type { LoadedModel } from '../../diffusion/loaded-model.ts'
import { hashModel } from '../../diffusion/model/model-hash.ts'
import { loadPrior } from './prior.ts'

const FOLDER = path.join(import.meta.dirname, '../../../../../models/text-to-image')
const EVERY = 61
const AMONG = 200
let model: LoadedModel
let cacheDir: string

beforeAll(async () => {
  cacheDir = await mkdtemp(path.join(tmpdir(), 'prior-'))
  model = await loadModel({ modelDir: FOLDER, cacheDir, threads: 1 })
})
afterAll(async () => {
  await model.release()
  await rm(cacheDir, { recursive: true })
})

async function recall(name: string, style: string): Promise<Float32Array> {
  const { tokenizer } = model.textEncoder
  const words = await model.networks.wordVectors([tokenizer.frame(tokenizer.tokens(name))])
  return model.prior!.recall(words, style)
}

describe('the prior of the built-in model', () => {
  test('remembers things: what it draws is like their own pictures, and not like others', async () => {
    const { concepts, styles, pictures, picturesOf, latentsOf } = model.retrieval!
    const other = pictures
      .map((_, i) => i)
      .filter((i) => i % Math.ceil(pictures.length / AMONG) === 0)
    const ranks: number[] = []
    for (let concept = 0; concept < concepts.length; concept += EVERY) {
      const own = picturesOf(concept).find((picture) => styles[pictures[picture]![1]] === 'noto')
      if (own === undefined) continue
      const drawn = await recall(concepts[concept]!.name, 'noto')
      const away = (picture: number): number =>
        latentsOf(picture).reduce((sum, value, i) => sum + (value - drawn[i]!) ** 2, 0)
      const least = away(own)
      ranks.push(other.filter((picture) => picture !== own && away(picture) < least).length)
    }
    expect(ranks.length).toBeGreaterThan(20)
    expect(ranks.filter((rank) => rank === 0).length / ranks.length).toBeGreaterThan(0.9)
  })

  test('draws a thing as the style has it', async () => {
    const [one, other] = [await recall('red apple', '3d'), await recall('red apple', 'noto')]
    expect(one).toHaveLength(8 * 16 * 16)
    expect(one).not.toEqual(other)
    expect(await recall('red apple', '3d')).toEqual(one)
  })

  test('is none without a file, and refuses one that does not fit its store', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'prior-'))
    const load = (styles: string[]) =>
      loadPrior(folder, { ...model.retrieval!, styles }, { threads: 1 })
    expect(await load(['3d'])).toBeNull()
    await cp(path.join(FOLDER, 'prior'), path.join(folder, 'prior'), { recursive: true })
    await expect(load(['3d'])).rejects.toMatchObject({ code: 'model_broken' })
    await writeFile(path.join(folder, 'prior/model.onnx'), 'no network')
    await expect(load(model.retrieval!.styles)).rejects.toMatchObject({ code: 'model_broken' })
    await rm(folder, { recursive: true })
  })

  test('is one of the files that a model is known by', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'prior-'))
    await cp(FOLDER, folder, {
      recursive: true,
      filter: (file) => !/training|evaluation|checksums/.test(path.relative(FOLDER, file)),
    })
    const before = await hashModel(folder)
    await writeFile(path.join(folder, 'prior/model.onnx'), 'another')
    expect(await hashModel(folder)).not.toBe(before)
    await rm(folder, { recursive: true })
  })
})
