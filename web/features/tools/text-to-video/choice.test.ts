import { expect, test } from 'vitest'
import type { VideoProvider } from '#contract/video-inference-jobs.ts'
import { extensionOf } from './extension-of.ts'
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
  end_frame: { durations: [4] },
  extend: null,
  credits_per_second: 1,
  wait_p50: null,
}
const luma: VideoProvider = {
  ...builtin,
  provider: 'LUMA',
  durations: [5, 9],
  prompt: 'needed',
  max_prompts: 0,
  end_frame: null,
}

const NONE = { image: null, end: null }

test('a provider is asked for nothing that it lacks', () => {
  expect(waysOf(builtin)).toEqual(['image', 'words', 'several'])
  expect(waysOf(luma)).toEqual(['image', 'words'])
  expect(waysOf({ ...luma, image: 'none' })).toEqual(['words'])
  const draft = { ...FIRST, provider: 'RUNWAY', way: 'several', duration: 9 } as const
  expect(fitChoice(draft, [luma])).toMatchObject({ way: 'words', duration: 9, motion: 'push_in' })
  expect(fitChoice(draft, [builtin])).toMatchObject({ way: 'several', duration: 4, motion: 'none' })
  expect(fitChoice(draft, [])).toBeNull()
})

test('words come first where they are drawn as they say, else the photo', () => {
  expect(fitChoice(FIRST, [luma])).toMatchObject({ way: 'words' })
  expect(fitChoice(FIRST, [builtin])).toMatchObject({ way: 'image' })
  expect(fitChoice(FIRST, [builtin], true)).toMatchObject({ way: 'words' })
  expect(fitChoice({ ...FIRST, way: 'image' }, [luma])).toMatchObject({ way: 'image' })
})

test('nothing is sent before all is there', () => {
  const fitted = fitChoice(FIRST, [builtin])!
  expect(requestOf(FIRST, fitted, NONE)).toBeNull()
  expect(requestOf(FIRST, fitted, { image: 'a', end: 'b' })).toEqual({
    type: 'VID',
    provider: 'BUILT_IN',
    duration: 4,
    motion: 'push_in',
    image: 'a',
  })
  const photo = fitChoice({ ...FIRST, way: 'image' }, [luma])!
  expect(requestOf(FIRST, photo, { ...NONE, image: 'a' })).toBeNull()
  const several = fitChoice({ ...FIRST, way: 'several' }, [builtin])!
  expect(requestOf({ prompt: '', prompts: ['a fox', ' '] }, several, NONE)).toBeNull()
  expect(requestOf({ prompt: '', prompts: ['a fox', ' an owl'] }, several, NONE)).toMatchObject({
    prompts: ['a fox', 'an owl'],
  })
})

test('an end image is asked for only where the provider takes one, beside a first image', () => {
  const ending = { ...FIRST, ends: true, duration: 2 }
  const fitted = fitChoice(ending, [builtin])!
  expect(fitted).toMatchObject({ canEnd: true, ends: true, duration: 4, motion: 'none' })
  expect(requestOf(ending, fitted, { image: 'a', end: null })).toBeNull()
  expect(requestOf(ending, fitted, { image: 'a', end: 'b' })).toMatchObject({ end_image: 'b' })
  expect(fitChoice(ending, [luma])).toMatchObject({ canEnd: false, ends: false, duration: 5 })
  expect(fitChoice({ ...ending, way: 'words' }, [builtin])).toMatchObject({ ends: false })
})

test('an extension says what happens next only to whom it can be said', () => {
  const extension: NonNullable<VideoProvider['extend']> = {
    durations: [5],
    motions: ['none'],
    prompt: 'needed',
    end_frame: false,
  }
  const video = { id: 'v', provider: luma, extension }
  const chosen = { duration: 5, motion: 'none', prompt: ' it flies ' } as const
  expect(extensionOf(video, chosen)).toEqual({
    type: 'VID',
    provider: 'LUMA',
    video: 'v',
    duration: 5,
    motion: 'none',
    prompt: 'it flies',
  })
  expect(extensionOf(video, { ...chosen, prompt: ' ' })).toBeNull()
  const mute = { ...video, extension: { ...extension, prompt: 'none' as const } }
  expect(extensionOf(mute, chosen)).not.toHaveProperty('prompt')
})
