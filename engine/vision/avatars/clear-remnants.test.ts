import { beforeEach, describe, expect, it } from 'vitest'
import { readPhotograph } from '#scripts/support/photographs.ts'
import type { Face } from '../faces/face.ts'
import { findFaces } from '../faces/find-faces.ts'
import { createToolNetworks } from '../networks.ts'
import { clearRemnants } from './clear-remnants.ts'
import type { Portrait } from './cut-portrait.ts'

const [WIDTH, HEIGHT] = [240, 300]
const face: Face = {
  box: { x: 85, y: 90, width: 70, height: 90 },
  certainty: 1,
  mesh: [],
  yaw: 0,
  pitch: 0,
  roll: 0,
}
const HAIR = [60, 38, 26]
const WALL = [40, 170, 90]
const place = (x: number, y: number): number => y * WIDTH + x

describe('remnants of the background', () => {
  let portrait: Portrait

  /** Hair around a face, with a gap at 60 to 68 in which the wall is seen and which was taken for hair. */
  function paint(wallAt: (x: number, y: number) => readonly number[]): void {
    const data = new Uint8Array(3 * WIDTH * HEIGHT)
    const opacity = new Uint8Array(WIDTH * HEIGHT)
    for (let y = 0; y < HEIGHT; y++)
      for (let x = 0; x < WIDTH; x++) {
        const isHead = x > 45 && x < 195 && y > 50
        const isGap = x >= 60 && x <= 68 && y > 100 && y < 140
        data.set(isHead && !isGap ? HAIR : wallAt(x, y), 3 * place(x, y))
        opacity[place(x, y)] = isHead ? 255 : 0
      }
    portrait = { picture: { data, width: WIDTH, height: HEIGHT }, opacity, face }
  }

  beforeEach(() => {
    paint(() => WALL)
  })

  const clear = (): void =>
    clearRemnants(portrait, {
      ...portrait.picture,
      data: Uint8Array.from(portrait.picture.data),
    })

  it('between strands of hair become transparent, and hair stays', () => {
    clear()
    expect(portrait.opacity[place(64, 120)]).toBe(0)
    expect(portrait.opacity[place(54, 120)]).toBe(255)
    expect(portrait.opacity[place(120, 70)]).toBe(255)
    // No green is left for edges that are blurred later.
    expect(portrait.picture.data[3 * place(64, 120) + 1]).toBeLessThan(80)
  })

  it('are not looked for in the face, nor in clothes', () => {
    const { data } = portrait.picture
    for (const y of [130, 280]) data.set(WALL, 3 * place(120, y))
    clear()
    expect(portrait.opacity[place(120, 130)]).toBe(255)
    expect(portrait.opacity[place(120, 280)]).toBe(255)
  })

  it('are left where the background is uneven, or has the color of the hair', () => {
    paint((x, y) => (((x >> 2) + (y >> 2)) % 2 === 0 ? [220, 220, 220] : [20, 120, 60]))
    clear()
    expect(portrait.opacity[place(64, 120)]).toBe(255)
    paint(() => [80, 52, 40])
    clear()
    expect(portrait.opacity[place(64, 120)]).toBe(255)
  })

  it('are not looked for on a forehead or a cap, whatever is printed there', async () => {
    const photograph = await readPhotograph('portrait-smiling')
    const found = (await findFaces(await createToolNetworks(1).faces(), photograph))[0]!
    const { x, y, width, height } = found.box
    const size = { width: photograph.width, height: photograph.height }
    const data = new Uint8Array(3 * size.width * size.height)
    const opacity = new Uint8Array(size.width * size.height)
    const [middle, brows] = [x + width / 2, y + 0.2 * height]
    const isIn = (px: number, py: number, cx: number, cy: number, half: number): boolean =>
      Math.abs(px - cx) < half && Math.abs(py - cy) < half
    const gap = { x: x - 0.3 * width, y: y + 0.5 * height }
    const label = { x: middle, y: y - 0.1 * height }
    const light = { x: middle + 0.3 * width, y: brows }
    for (let py = 0; py < size.height; py++)
      for (let px = 0; px < size.width; px++) {
        const at = py * size.width + px
        const isHead = Math.hypot((px - middle) / (0.95 * width), (py - brows) / height) < 1
        const showsWall = [gap, label, light].some((one) =>
          isIn(px, py, one.x, one.y, 0.06 * width),
        )
        data.set(isHead && !showsWall ? HAIR : WALL, 3 * at)
        opacity[at] = isHead ? 255 : 0
      }
    portrait = { picture: { data, ...size }, opacity, face: found }
    clear()
    const opacityAt = (one: { x: number; y: number }): number =>
      opacity[Math.round(one.y) * size.width + Math.round(one.x)]!
    expect([gap, label, light].map(opacityAt)).toEqual([0, 255, 255])
  })
})
