import { expect, test } from 'vitest'
import type { VideoProvider } from '#contract/video-inference-jobs.ts'
import { FIRST, fitChoice, requestOf, waysOf } from './choice.ts'

const builtin: VideoProvider = {
  provider: 'BUILT_IN',
  name: 'Atelier Motion',
  durations: [4, 2],
  sizes: [{ ratio: '1:1', width: 768, height: 768 }],
  free_size: null,
  motions: ['push_in', 'none'],
  prompt: 'optional',
  image: 'optional',
  max_prompts: 4,
  credits_per_second: 1,
  wait_p50: null,
}
const luma: VideoProvider = {
  ...builtin,
  provider: 'LUMA',
  durations: [5, 9],
  prompt: 'needed',
  max_prompts: 0,
}

test('a provider is asked for nothing that it lacks', () => {
  expect(waysOf(builtin)).toEqual(['image', 'words', 'several'])
  expect(waysOf(luma)).toEqual(['image', 'words'])
  expect(waysOf({ ...luma, image: 'none' })).toEqual(['words'])
  const draft = { ...FIRST, provider: 'RUNWAY', way: 'several', duration: 9 } as const
  expect(fitChoice(draft, [luma])).toMatchObject({ way: 'image', duration: 9, motion: 'push_in' })
  expect(fitChoice(draft, [builtin])).toMatchObject({ way: 'several', duration: 4, motion: 'none' })
  expect(fitChoice(draft, [])).toBeNull()
})

test('nothing is sent before all is there', () => {
  const fitted = fitChoice(FIRST, [builtin])!
  expect(requestOf(FIRST, fitted, null)).toBeNull()
  expect(requestOf(FIRST, fitted, 'a')).toEqual({
    type: 'VID',
    provider: 'BUILT_IN',
    duration: 4,
    motion: 'push_in',
    image: 'a',
  })
  expect(requestOf(FIRST, fitChoice(FIRST, [luma])!, 'a')).toBeNull()
  const several = fitChoice({ ...FIRST, way: 'several' }, [builtin])!
  expect(requestOf({ prompt: '', prompts: ['a fox', ' '] }, several, 'a')).toBeNull()
  expect(requestOf({ prompt: '', prompts: ['a fox', ' an owl'] }, several, 'a')).toMatchObject({
    prompts: ['a fox', 'an owl'],
  })
})
