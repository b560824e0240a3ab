import sharp from 'sharp'
import { expect, it } from 'vitest'
import { readPhotograph } from '#scripts/support/photographs.ts'
import { createToolNetworks } from '../networks.ts'
import { findFaces } from '../faces/find-faces.ts'
import { swapFace } from './swap-face.ts'

it('puts a face in place of another and leaves the rest as it was', async () => {
  const networks = await createToolNetworks(1).faces()
  const source = await readPhotograph('astronaut')
  // The same person on a darker, bluer and smaller picture, whose face is painted over between brows and mouth.
  const { data, info } = await sharp(source.data, {
    raw: { width: source.width, height: source.height, channels: 3 },
  })
    .linear([0.55, 0.6, 0.75], [0, 0, 10])
    .resize(400, 400)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const target = { data: new Uint8Array(data), width: info.width, height: info.height }
  const targetFace = (await findFaces(networks, target))[0]!
  const sourceFace = (await findFaces(networks, source))[0]!
  const wanted = Uint8Array.from(target.data)
  const { box } = targetFace
  const middle = { x: box.x + box.width / 2, y: box.y + box.height * 0.42 }
  for (let pixel = 0; pixel < target.width * target.height; pixel++) {
    const [x, y] = [pixel % target.width, Math.floor(pixel / target.width)]
    const distance = Math.hypot(
      (x - middle.x) / (box.width * 0.32),
      (y - middle.y) / (box.height * 0.2),
    )
    if (distance < 1) target.data.set([150, 110, 100], 3 * pixel)
  }
  const before = Uint8Array.from(target.data)

  const { region } = swapFace(source, sourceFace, target, targetFace)

  let outside = 0
  let error = 0
  let painted = 0
  for (let pixel = 0; pixel < target.width * target.height; pixel++) {
    const [x, y] = [pixel % target.width, Math.floor(pixel / target.width)]
    const isInside =
      x >= region.x && y >= region.y && x < region.x + region.width && y < region.y + region.height
    for (let c = 3 * pixel; c < 3 * pixel + 3; c++) {
      if (!isInside && target.data[c] !== before[c]) outside++
      if (isInside) error += Math.abs(target.data[c]! - wanted[c]!)
      if (isInside) painted += Math.abs(before[c]! - wanted[c]!)
    }
  }
  expect(outside).toBe(0)
  // The face that comes back is the one that was painted over, in the target's light.
  expect(error).toBeLessThan(painted * 0.7)
  expect(error / (3 * region.width * region.height)).toBeLessThan(9)
})
