import { expect, test } from 'vitest'
import { planPictureSize } from './picture-size.ts'

const atelier = { nativeSize: 128, downscale: 8, latentMultiple: 4 }

test('a square is drawn at the size the model was trained at', () => {
  for (const edge of [64, 512, 2048])
    expect(planPictureSize(atelier, { width: edge, height: edge })).toEqual({
      width: 16,
      height: 16,
    })
})

test('a usual aspect ratio is drawn as it is', () => {
  expect(planPictureSize(atelier, { width: 768, height: 512 })).toEqual({
    width: 24,
    height: 16,
  })
  expect(planPictureSize(atelier, { width: 512, height: 768 })).toEqual({
    width: 16,
    height: 24,
  })
  expect(planPictureSize(atelier, { width: 1024, height: 768 })).toEqual({
    width: 16,
    height: 12,
  })
})

test('every size from 64 to 2048 is drawn at no more than twice the usual work', () => {
  for (let width = 64; width <= 2048; width += 104)
    for (let height = 64; height <= 2048; height += 104) {
      const latent = planPictureSize(atelier, { width, height })
      expect([latent.width % 4, latent.height % 4]).toEqual([0, 0])
      expect(latent.width * latent.height).toBeLessThanOrEqual(512)
    }
})

test('only what little the ratios differ by is cropped', () => {
  for (const [width, height] of [
    [1920, 1080],
    [832, 640],
    [2048, 64],
    [72, 2048],
  ] as const) {
    const latent = planPictureSize(atelier, { width, height })
    const ratio = latent.width / latent.height / (width / height)
    expect(Math.abs(Math.log(ratio))).toBeLessThan(0.2)
  }
})
