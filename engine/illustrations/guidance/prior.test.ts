import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMPANIONS } from '../../companions.ts'
import { readModelFolder } from '../../diffusion/model/model-folder.ts'
import { hashModel } from '../../diffusion/model/model-hash.ts'
import type { Networks } from '../../diffusion/networks.ts'
import { loadNetworks } from '../../diffusion/networks.ts'
import { loadTokenizer } from '../../diffusion/tokenizer/load-tokenizer.ts'
import type { Tokenizer } from '../../diffusion/tokenizer/tokenizer.ts'
import type { RetrievalStore } from '../store/retrieval-store.ts'
import { loadRetrievalStore } from '../store/retrieval-store.ts'
import type { Prior } from './prior.ts'
import { loadPrior } from './prior.ts'

const FOLDER = path.join(import.meta.dirname, '../../../models/text-to-image')
const EVERY = 61
const AMONG = 200
const RUNTIME = { threads: 1 }
let networks: Networks
let tokenizer: Tokenizer
let store: RetrievalStore
let prior: Prior

beforeAll(async () => {
  networks = await loadNetworks(await readModelFolder(FOLDER), RUNTIME)
  tokenizer = await loadTokenizer(FOLDER)
  store = (await loadRetrievalStore(FOLDER))!
  prior = (await loadPrior(FOLDER, store, RUNTIME))!
})
afterAll(() => Promise.all([networks.release(), prior.release()]))

async function recall(name: string, style: string): Promise<Float32Array> {
  const words = await networks.wordVectors([tokenizer.frame(tokenizer.tokens(name))])
  return prior.recall(words, style)
}

describe('the prior of the built-in model', () => {
  test('remembers things: what it draws is like their own pictures, and not like others', async () => {
    const { concepts, styles, pictures, picturesOf, latentsOf } = store
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
    const load = (styles: string[]) => loadPrior(folder, { ...store, styles }, RUNTIME)
    expect(await load(['3d'])).toBeNull()
    await cp(path.join(FOLDER, 'prior'), path.join(folder, 'prior'), { recursive: true })
    await expect(load(['3d'])).rejects.toMatchObject({ code: 'model_broken' })
    await writeFile(path.join(folder, 'prior/model.onnx'), 'no network')
    await expect(load(store.styles)).rejects.toMatchObject({ code: 'model_broken' })
    await rm(folder, { recursive: true })
  })

  test('is one of the files that a model is known by', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'prior-'))
    await cp(FOLDER, folder, {
      recursive: true,
      filter: (file) => !/training|evaluation|checksums/.test(path.relative(FOLDER, file)),
    })
    const before = await hashModel(folder, COMPANIONS)
    await writeFile(path.join(folder, 'prior/model.onnx'), 'another')
    expect(await hashModel(folder, COMPANIONS)).not.toBe(before)
    await rm(folder, { recursive: true })
  })
})
