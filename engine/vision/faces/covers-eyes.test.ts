import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Photograph, readPhotograph } from '#scripts/support/photographs.ts'
import { createToolNetworks } from '../networks.ts'
import type { RgbPicture } from '../pictures/rgb-picture.ts'
import { coversEyes } from './covers-eyes.ts'
import { type Face, LANDMARKS, middleOf } from './face.ts'
import { type FaceNetworks, findFaces } from './find-faces.ts'

const PORTRAITS = [
  'astronaut',
  'portrait-smiling',
  'portrait-speaking',
  'portrait-stern',
  'self-portrait',
] as const satisfies Photograph[]

/** Two lenses, where the eyes are one apart around the middle. */
const glasses = (fill: string, opacity: number): string =>
  [-0.86, 0.14]
    .map(
      (x) =>
        `<rect x="${x}" y="-0.22" width="0.72" height="0.55" rx="0.2" fill="${fill}" fill-opacity="${opacity}" stroke="#111" stroke-width="0.05"/>`,
    )
    .join('')

const strands = Array.from({ length: 60 }, (_, index) => {
  const x = -0.95 + index * 0.018
  const end = 0.45 + 0.2 * Math.sin(index * 1.7)
  return `<path d="M${x - 0.2} -1.1 Q${x} -0.3 ${x + 0.05} ${end}" stroke="${index % 3 ? '#2b1a10' : '#4a2f1e'}" stroke-width="0.03" fill="none"/>`
}).join('')

const COVERS: Readonly<Record<string, string>> = {
  'dark glasses': glasses('#101014', 0.9),
  'half dark glasses': glasses('#201810', 0.6),
  'mirrored glasses': glasses('#5a6a80', 0.95),
  'hair over one eye': strands,
  'a hand over one eye':
    '<rect x="-1.1" y="-0.4" width="1.05" height="0.8" rx="0.3" fill="#c79a80"/>',
}

describe('covered eyes', () => {
  let networks: FaceNetworks
  beforeAll(async () => {
    networks = await createToolNetworks(1).faces()
  })

  /** Where the face of a photograph is, found once for all that is painted on it. */
  const faces = new Map<Photograph, Promise<Face>>()
  const faceOf = async (name: Photograph): Promise<Face> => {
    const known = faces.get(name) ?? readPhotograph(name).then(largest)
    faces.set(name, known)
    return await known
  }

  const largest = async (picture: RgbPicture): Promise<Face> => {
    const [face] = await findFaces(networks, picture)
    expect(face).toBeDefined()
    return face!
  }

  /** The photograph with something painted over its eyes. */
  async function paint(name: Photograph, shapes: string): Promise<RgbPicture> {
    const picture = await readPhotograph(name)
    const { mesh } = await faceOf(name)
    const [left, right] = [middleOf(mesh, LANDMARKS.leftEye), middleOf(mesh, LANDMARKS.rightEye)]
    const apart = Math.hypot(right.x - left.x, right.y - left.y)
    const angle = (Math.atan2(right.y - left.y, right.x - left.x) * 180) / Math.PI
    const { data, width, height } = picture
    const place = `translate(${(left.x + right.x) / 2} ${(left.y + right.y) / 2}) rotate(${angle}) scale(${apart})`
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><g transform="${place}">${shapes}</g></svg>`
    const painted = await sharp(data, { raw: { width, height, channels: 3 } })
      .composite([{ input: Buffer.from(svg) }])
      .removeAlpha()
      .raw()
      .toBuffer()
    return { data: painted, width, height }
  }

  const isCovered = async (picture: RgbPicture) => coversEyes(picture, await largest(picture))

  it.each(PORTRAITS)(
    'are not found in %s, also darker, softer, side-lit or compressed',
    async (name) => {
      const { data, width, height } = await readPhotograph(name)
      const plain = () => sharp(data, { raw: { width, height, channels: 3 } })
      const shade = await sharp({
        create: {
          width: width >> 1,
          height,
          channels: 4,
          background: { r: 0, g: 0, b: 0, alpha: 0.6 },
        },
      })
        .png()
        .toBuffer()
      const changed = [
        plain().flop(),
        plain().linear(0.35, 0).blur(2),
        sharp(
          await plain()
            .composite([{ input: shade, left: 0, top: 0 }])
            .jpeg({ quality: 20 })
            .toBuffer(),
        ),
      ]
      expect(coversEyes({ data, width, height }, await faceOf(name))).toBe(false)
      for (const [index, image] of changed.entries()) {
        const pixels = await image.removeAlpha().raw().toBuffer()
        expect(await isCovered({ data: pixels, width, height }), `change ${index}`).toBe(false)
      }
    },
  )

  it.each(PORTRAITS)('are not found behind clear glasses on %s', async (name) => {
    expect(await isCovered(await paint(name, glasses('#fff', 0.06)))).toBe(false)
  })

  describe.each(Object.entries(COVERS))('behind %s', (_what, shapes) => {
    it.each(['astronaut', 'portrait-stern'] as const)('are found on %s', async (name) => {
      expect(await isCovered(await paint(name, shapes))).toBe(true)
    })
  })
})
