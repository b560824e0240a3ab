import { beforeAll, describe, expect, it } from 'vitest'
import { readPhotograph } from '#scripts/support/photographs.ts'
import type { OnnxSession } from '../../onnx/onnx-session.ts'
import { createToolNetworks } from '../networks.ts'
import { describeFace } from '../faces/describe-face.ts'
import { similarityOf } from '#tests/support/similarity.ts'
import { type FaceNetworks, findFaces } from '../faces/find-faces.ts'
import type { UpscalerNetwork } from '../upscale/upscaler.ts'
import { cutPortrait, type Portrait } from './cut-portrait.ts'
import { AVATAR_EDGE } from '../limits.ts'
import { drawAvatar } from './draw-avatar.ts'
import { LOOKS } from './looks.ts'

const never = new AbortController().signal

describe('avatars', () => {
  let networks: FaceNetworks
  let identity: OnnxSession
  let illustration: UpscalerNetwork
  let portrait: Portrait
  let own: Float32Array

  beforeAll(async () => {
    const tools = createToolNetworks(1)
    networks = await tools.faces()
    identity = await tools.identity()
    illustration = await tools.illustration()
    const picture = await readPhotograph('astronaut')
    const face = (await findFaces(networks, picture))[0]!
    const { width, height } = picture
    // An oval around head and shoulders in place of what the background remover would give.
    const opacity = Uint8Array.from({ length: width * height }, (_, pixel) => {
      const [x, y] = [pixel % width, Math.floor(pixel / width)]
      return Math.hypot((x - 230) / 190, (y - 330) / 320) < 1 ? 255 : 0
    })
    portrait = { picture, opacity, face }
    own = await describeFace(identity, picture, face)
  })

  /** Mean difference of colours, of 255. */
  const DIFFERENT = 12

  // The others take long; `npm run bench:quality` looks at all.
  it('keep the person and differ clearly', async () => {
    const drawn = []
    for (const look of LOOKS.filter(({ id }) =>
      ['studio', 'comic', 'pencil', 'neon'].includes(id),
    )) {
      const avatar = await drawAvatar(portrait, look, illustration, 7, never)
      expect(avatar.width).toBe(AVATAR_EDGE)
      const face = (await findFaces(networks, avatar))[0]
      const likeness = face ? similarityOf(own, await describeFace(identity, avatar, face)) : 0
      expect({ look: look.id, keeps: likeness >= 0.6 }).toEqual({ look: look.id, keeps: true })
      drawn.push(avatar.data)
    }
    for (const [i, a] of drawn.entries())
      for (const b of drawn.slice(i + 1)) {
        let sum = 0
        for (let k = 0; k < a.length; k += 97) sum += Math.abs(a[k]! - b[k]!)
        expect(sum / (a.length / 97)).toBeGreaterThan(DIFFERENT)
      }
  })

  it('change more of the person than what is behind them, each of them', async () => {
    const layer = await cutPortrait(portrait, 256)
    for (const { id, paint } of LOOKS) {
      const painted = {
        ...layer,
        colours: Float32Array.from(layer.colours),
        opacity: Float32Array.from(layer.opacity),
      }
      paint(painted)
      let [sum, count] = [0, 0]
      for (const [at, share] of layer.opacity.entries()) {
        if (share < 0.9) continue
        count += 3
        for (let c = 3 * at; c < 3 * at + 3; c++)
          sum += Math.abs(Math.min(255, Math.max(0, painted.colours[c]!)) - layer.colours[c]!)
      }
      expect(sum / count, id).toBeGreaterThan(10)
    }
  })

  it('are the same again for the same seed, and vary with it', async () => {
    const look = LOOKS.find(({ id }) => id === 'film')!
    const first = await drawAvatar(portrait, look, illustration, 1, never)
    const again = await drawAvatar(portrait, look, illustration, 1, never)
    const other = await drawAvatar(portrait, look, illustration, 2, never)
    expect(Buffer.compare(first.data, again.data)).toBe(0)
    expect(Buffer.compare(first.data, other.data)).not.toBe(0)
  })
})
