import { beforeAll, describe, expect, it } from 'vitest'
import { type Photograph, readPhotograph } from '#scripts/support/photographs.ts'
import { createToolNetworks } from '../networks.ts'
import type { Face } from '../faces/face.ts'
import { type FaceNetworks, findFaces } from '../faces/find-faces.ts'
import type { RgbPicture } from '../pictures/rgb-picture.ts'
import { swapFace } from './swap-face.ts'

interface Person {
  picture: RgbPicture
  face: Face
}

describe('a swapped face', () => {
  let networks: FaceNetworks
  let source: Person

  async function read(photograph: Photograph): Promise<Person> {
    const picture = await readPhotograph(photograph)
    return { picture, face: (await findFaces(networks, picture))[0]! }
  }

  beforeAll(async () => {
    networks = await createToolNetworks(1).faces()
    source = await read('portrait-stern')
  })

  /** Mean change of a target's colours at places, of 255. */
  function changeAt({ picture, face }: Person, counts: (x: number, y: number) => boolean): number {
    const before = Uint8Array.from(picture.data)
    swapFace(source.picture, source.face, picture, face)
    let [sum, count] = [0, 0]
    for (let i = 0; i < before.length; i++) {
      const pixel = Math.floor(i / 3)
      if (!counts(pixel % picture.width, Math.floor(pixel / picture.width))) continue
      sum += Math.abs(picture.data[i]! - before[i]!)
      count++
    }
    return sum / count
  }

  it('keeps the inside of an open mouth, where the source has closed lips', async () => {
    const target = await read('portrait-smiling')
    const [upper, lower] = [target.face.mesh[13]!, target.face.mesh[14]!]
    const isBetweenLips = (x: number, y: number): boolean =>
      Math.abs(x - upper.x) < 6 && y > upper.y + 1 && y < lower.y - 1
    expect(changeAt(target, isBetweenLips)).toBe(0)
  })

  it('lies behind what hangs over the face', async () => {
    const target = await read('portrait-smiling')
    const { box } = target.face
    const middle = box.x + 0.28 * box.width
    const isLock = (x: number, y: number): boolean =>
      Math.abs(x - middle) < 0.05 * box.width && y < box.y + 0.75 * box.height
    const { data, width, height } = target.picture
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) if (isLock(x, y)) data.set([42, 30, 22], 3 * (y * width + x))
    // The face is found as it was; what lies over it is seen in its colours only.
    const before = changeAt(target, (x, y) => isLock(x, y) && y > box.y + 0.35 * box.height)
    expect(before).toBeLessThan(1)
  })
})
