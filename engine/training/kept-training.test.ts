import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { keepTraining, readKeptTraining, takeUpState } from './kept-training.ts'
import type { LoraMatrix } from './training-graph.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'atelier-kept-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const MATRICES = [{ input: 'down', shape: [2, 2] }] as unknown as LoraMatrix[]

const keep = (name: string, step: number) => {
  const four = () => new Float32Array(4).fill(step)
  const trained = [{ values: four(), mean: four(), square: four() }]
  return keepTraining(path.join(folder, name), MATRICES, { step, trained, curve: [] })
}

test('what another machine kept is taken up where it is further and whole', async () => {
  const [second, fifth] = [await keep('second', 2), await keep('fifth', 5)]
  const own = path.join(folder, 'own')
  const stepAfter = async (state: Uint8Array) => {
    await takeUpState(own, state)
    return (await readKeptTraining(own, MATRICES))?.step
  }
  expect(await stepAfter(fifth.subarray(0, 40))).toBeUndefined()
  expect(await stepAfter(second)).toBe(2)
  expect(await stepAfter(fifth)).toBe(5)
  expect(await stepAfter(second)).toBe(5)
  // One of its own that is damaged is no reason to start over.
  writeFileSync(own, 'no safetensors')
  expect(await stepAfter(second)).toBe(2)
  expect(readdirSync(folder).toSorted()).toEqual(['fifth', 'own', 'second'])
})
