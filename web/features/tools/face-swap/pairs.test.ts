import { expect, test } from 'vitest'
import type { Face } from '#contract/faces.ts'
import type { ToolTexts } from '#web/features/tool-page/texts.ts'
import { pairsOf, problemOf } from './pairs.ts'

const face = (index: number, problem: string | null = null): Face => ({
  index,
  box: [0, 0, 90, 90],
  size: 90,
  yaw: 0,
  problem,
  source_problem: problem,
  target_problem: problem,
  warnings: [],
})

/** Names its message. */
const t = ((key: string) => key) as ToolTexts

test('the largest face that can be used takes the place of the largest', () => {
  const sources = [face(0, 'Too small.'), face(1)]
  expect(pairsOf({}, sources, [face(0), face(1)])).toEqual([{ source: 1, target: 0 }])
})

test('choices are followed, and a face that is kept is left out', () => {
  const faces = [face(0), face(1)]
  expect(pairsOf({ 0: null, 1: 0 }, faces, faces)).toEqual([{ source: 0, target: 1 }])
  expect(pairsOf({ 0: 1, 1: 1 }, faces, faces)).toEqual([
    { source: 1, target: 0 },
    { source: 1, target: 1 },
  ])
})

test('an image without a face that can be used says why', () => {
  expect(problemOf([], 'source', t)).toBe('faceInput.noFace')
  expect(problemOf([face(0, 'Too small.')], 'source', t)).toBe('Too small.')
  expect(problemOf([face(0, 'Too small.'), face(1)], 'source', t)).toBeNull()
})

test('a face that can be replaced but not put elsewhere is a target only', () => {
  const small = { ...face(0), source_problem: 'Too small.' }
  expect(pairsOf({}, [small, face(1)], [small])).toEqual([{ source: 1, target: 0 }])
  expect(problemOf([small], 'source', t)).toBe('Too small.')
  expect(problemOf([small], 'target', t)).toBeNull()
})
