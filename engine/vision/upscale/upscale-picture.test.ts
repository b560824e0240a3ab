import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { psnr, readPhotograph } from '#scripts/support/photographs.ts'
import { createToolNetworks } from '../networks.ts'
import type { RgbPicture } from '../pictures/rgb-picture.ts'
import { upscalePicture } from './upscale-picture.ts'
import type { UpscalerNetwork } from './upscaler.ts'

const never = new AbortController().signal

/** A part of a photograph, and the same shrunk by a factor. */
async function smallAndLarge(
  factor: number,
): Promise<{ small: RgbPicture; large: Uint8Array; edge: number }> {
  const edge = 144
  const { data, width, height } = await readPhotograph('astronaut')
  const large = await sharp(data, { raw: { width, height, channels: 3 } })
    .extract({ left: 152, top: 40, width: edge, height: edge })
    .raw()
    .toBuffer()
  const size = edge / factor
  const shrunk = await sharp(large, { raw: { width: edge, height: edge, channels: 3 } })
    .resize(size, size)
    .raw()
    .toBuffer()
  return { small: { data: shrunk, width: size, height: size }, large, edge }
}

describe('enlarging photographs', () => {
  let fast: UpscalerNetwork
  let photo: UpscalerNetwork

  beforeAll(async () => {
    const tools = createToolNetworks(1)
    fast = await tools.fastUpscaler(4)
    photo = await tools.photoUpscaler()
  })

  it.each([2, 3, 4])('is nearer to the original than bicubic, by %i', async (factor) => {
    const { small, large, edge } = await smallAndLarge(factor)
    const raw = { width: small.width, height: small.height, channels: 3 as const }
    const bicubic = await sharp(small.data, { raw })
      .resize(edge, edge, { kernel: 'cubic' })
      .raw()
      .toBuffer()
    for (const network of [fast, photo]) {
      const enlarged = await upscalePicture(network, small, factor, () => {}, never)
      expect([enlarged.width, enlarged.height]).toEqual([edge, edge])
      expect(psnr(enlarged.data, large)).toBeGreaterThan(psnr(bicubic, large) + 0.3)
    }
  })

  it('leaves no seams between tiles', async () => {
    const { small } = await smallAndLarge(3)
    const whole = await upscalePicture(photo, small, 4, () => {}, never)
    const steps: number[] = []
    const tiled = await upscalePicture(
      { ...photo, tile: 20 },
      small,
      4,
      (done) => steps.push(done),
      never,
    )
    const most = whole.data.reduce(
      (top, value, i) => Math.max(top, Math.abs(value - tiled.data[i]!)),
      0,
    )
    expect(most).toBeLessThanOrEqual(2)
    expect(steps).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  it('stops between two tiles', async () => {
    const { small } = await smallAndLarge(3)
    const stop = new AbortController()
    let done = 0
    const work = upscalePicture(
      { ...fast, tile: 20 },
      small,
      2,
      (tiles) => {
        done = tiles
        if (tiles === 2) stop.abort(new Error('cancelled'))
      },
      stop.signal,
    )
    await expect(work).rejects.toThrow('cancelled')
    expect(done).toBe(2)
  })
})
