import { expect, test } from 'vitest'
import { type DrawingRequest, GenerationRequest } from '#contract/generation-request.ts'
import { EMPTY_FORM, requestOfForm } from './form.ts'
import {
  canKeepPixels,
  EMPTY_SOURCE,
  NO_PADDING,
  resultSize,
  sourceOfParameters,
  withSource,
} from './source.ts'
import { sourceStore } from './source-store.ts'

const FORM = requestOfForm({
  ...EMPTY_FORM,
  prompt: 'a red fox',
  hires: { scale: 2, steps: 0, strength: 0.5 },
})
const PICTURE = { width: 647, height: 485 }
const SOURCE = { ...EMPTY_SOURCE, imageId: 'i' }

test('the result is as large as the picture, in steps, or as large as was chosen', () => {
  expect(resultSize(SOURCE, PICTURE)).toEqual({ width: 640, height: 480 })
  expect(resultSize(SOURCE, { width: 1024, height: 1024 })).toEqual({ width: 1024, height: 1024 })
  expect(resultSize({ ...SOURCE, size: { width: 256, height: 256 } }, PICTURE)).toEqual({
    width: 256,
    height: 256,
  })
})

test('a large picture does not cost more unasked', () => {
  for (const large of [
    { width: 4000, height: 3000 },
    { width: 9000, height: 9000 },
    { width: 9000, height: 300 },
  ]) {
    const { width, height } = resultSize(SOURCE, large)
    expect(width * height).toBeLessThanOrEqual(1024 * 1024)
    const request = GenerationRequest.parse(withSource(FORM, SOURCE, large))
    expect(request).toMatchObject({ width, height })
  }
  expect(resultSize(SOURCE, { width: 4000, height: 3000 })).toEqual({ width: 1176, height: 880 })
})

test('a plain request names a size, the image and the strength', () => {
  const request = GenerationRequest.parse(withSource(FORM, SOURCE, PICTURE))
  expect(request).toMatchObject({ type: 'ITI', image: 'i', strength: 0.6, width: 640, height: 480 })
  expect(request).toHaveProperty('hires')
  expect(request).not.toHaveProperty('mask')
})

test('with a mask or padding the picture keeps its pixels', () => {
  const masked = { ...SOURCE, maskId: 'm', feather: 3 }
  const request = GenerationRequest.parse(withSource(FORM, masked, PICTURE))
  expect(request).toMatchObject({ mask: 'm', mask_feather: 3 })
  for (const absent of ['width', 'height', 'hires', 'outpaint']) {
    expect(request).not.toHaveProperty(absent)
  }
  const padded = { ...SOURCE, padding: { ...NO_PADDING, left: 64 } }
  expect(resultSize(padded, PICTURE)).toEqual({ width: 711, height: 485 })
  expect(withSource(FORM, padded, PICTURE)).toMatchObject({ outpaint: { left: 64, top: 0 } })
})

test('a job is given the picture with its sketch, where there is one', () => {
  const sketched = { ...SOURCE, sketchId: 's', maskId: 'm' }
  expect(withSource(FORM, sketched, PICTURE)).toMatchObject({ image: 's', mask: 'm' })
  expect(resultSize({ ...SOURCE, sketchId: 's' }, PICTURE)).toEqual(resultSize(SOURCE, PICTURE))
})

test('another picture drops the sketch; what was made of the sketch leads back to it', () => {
  const { reuse, change, choose } = sourceStore.getState()
  change({ imageId: 'i', sketchId: 's', maskId: 'm' })
  reuse({ ...EMPTY_SOURCE, imageId: 's', strength: 0.3 })
  expect(sourceStore.getState().source).toMatchObject({ imageId: 'i', sketchId: 's', maskId: null })
  reuse({ ...EMPTY_SOURCE, imageId: 'other' })
  expect(sourceStore.getState().source).toMatchObject({ imageId: 'other', sketchId: null })
  change({ sketchId: 's' })
  choose('j')
  expect(sourceStore.getState().source).toMatchObject({ imageId: 'j', sketchId: null })
})

test('parameters of a job lead back to the same request', () => {
  for (const source of [
    { ...SOURCE, size: { width: 512, height: 384 } },
    { ...SOURCE, maskId: 'm', feather: 3, strength: 0.3 },
    { ...SOURCE, padding: { ...NO_PADDING, top: 8 } },
  ]) {
    const request = withSource(FORM, source, PICTURE)
    const parameters = GenerationRequest.parse(request) as DrawingRequest
    const again = withSource(FORM, sourceOfParameters({ ...parameters, model: 'm' }), PICTURE)
    expect(again).toEqual(request)
  }
})

test('knows what is too small or too large to keep its pixels', () => {
  expect(canKeepPixels({ width: 2048, height: 2048 })).toBe(true)
  expect(canKeepPixels({ width: 2049, height: 100 })).toBe(false)
  expect(canKeepPixels({ width: 63, height: 100 })).toBe(false)
})
