import { beforeEach, describe, expect, it } from 'vitest'
import { type Face, MESH_POINTS } from '../faces/face.ts'
import type { RgbPicture } from '../pictures/rgb-picture.ts'
import type { Mask } from './face-mask.ts'
import { worstPart } from './judge-swap.ts'

const EDGE = 140
const REGION = { x: 20, y: 20, width: 99, height: 99 }
const SKIN = [200, 155, 135] as const
/** Ninths of the region's width. */
const PART = REGION.width / 9

const face: Face = {
  box: REGION,
  certainty: 1,
  mesh: Array.from({ length: MESH_POINTS }, () => ({ x: 70, y: 110 })),
  yaw: 0,
  pitch: 0,
  roll: 0,
}

describe('the part of a face whose colour moved most', () => {
  let before: RgbPicture
  let after: RgbPicture
  let mask: Mask

  beforeEach(() => {
    const data = new Uint8Array(3 * EDGE * EDGE)
    for (let at = 0; at < data.length; at += 3) data.set(SKIN, at)
    before = { data, width: EDGE, height: EDGE }
    after = { ...before, data: Uint8Array.from(data) }
    mask = { region: REGION, values: new Float32Array(REGION.width * REGION.height).fill(1) }
  })

  /** Changes squares of the region, in its ninths. */
  function change(
    picture: RgbPicture,
    { column, row, size = 1 }: { column: number; row: number; size?: number },
    by: readonly [number, number, number],
  ): void {
    for (let y = 0; y < size * PART; y++)
      for (let x = 0; x < size * PART; x++) {
        const [px, py] = [REGION.x + column * PART + x, REGION.y + row * PART + y]
        const at = 3 * (Math.round(py) * EDGE + Math.round(px))
        for (let c = 0; c < 3; c++) picture.data[at + c] = picture.data[at + c]! + by[c]!
      }
  }

  it('is none where nothing changed', () => {
    expect(worstPart(before, after, face, mask)).toEqual({ light: 0, hue: 0 })
  })

  it('is a single blue nose in a face that is as it was elsewhere', () => {
    change(after, { column: 4, row: 4 }, [-20, -4, 50])
    const { light, hue } = worstPart(before, after, face, mask)
    expect(hue).toBeGreaterThan(15)
    expect(light).toBeLessThan(10)
  })

  it('is a single glowing brow', () => {
    change(after, { column: 2, row: 2 }, [50, 50, 50])
    const { light, hue } = worstPart(before, after, face, mask)
    expect(light).toBeGreaterThan(40)
    expect(hue).toBeLessThan(3)
  })

  it('is not hair, a lens or lips: they were no skin before', () => {
    change(before, { column: 4, row: 4, size: 2 }, [-170, -130, -110])
    after.data.set(before.data)
    change(after, { column: 4, row: 4, size: 2 }, [60, 60, 60])
    expect(worstPart(before, after, face, mask)).toEqual({ light: 0, hue: 0 })
  })

  it('is not where the mask hardly changes anything', () => {
    for (let x = 0; x < REGION.width; x++)
      for (let y = 0; y < 2 * PART; y++) mask.values[Math.floor(y) * REGION.width + x] = 0.3
    change(after, { column: 4, row: 0 }, [50, 50, 50])
    expect(worstPart(before, after, face, mask)).toEqual({ light: 0, hue: 0 })
  })

  it('is nothing where the face lies outside of the image', () => {
    const gone = { ...face, mesh: face.mesh.map(() => ({ x: -50, y: -50 })) }
    change(after, { column: 4, row: 4 }, [50, 50, 50])
    expect(worstPart(before, after, gone, mask)).toEqual({ light: 0, hue: 0 })
  })
})
