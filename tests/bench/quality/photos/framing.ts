import sharp from 'sharp'
import { HEADSHOT_LIMITS } from '#contract/jobs/headshots.ts'
import { judgePortrait } from '#server/domains/jobs/inputs/judge-faces.ts'
import { LOOKS } from '#engine/vision/avatars/looks.ts'
import { LANDMARKS, middleOf } from '#engine/vision/faces/face.ts'
import { findFaces } from '#engine/vision/faces/find-faces.ts'
import { listFaces } from '#engine/vision/faces/list-faces.ts'
import { HEADSHOT_BACKGROUNDS } from '#engine/vision/headshots/backgrounds.ts'
import { AVATAR_EDGE, HEADSHOT_SIZE } from '#engine/vision/limits.ts'
import type { ToolNetworks } from '#engine/vision/networks.ts'
import type { RgbPicture } from '#engine/vision/pictures/rgb-picture.ts'
import { randomNumbers } from '#lib/random-numbers.ts'
import { type BenchResult, delivered } from '../../bench-result.ts'
import { decode, deliver, deliverOrEnd, type Photo } from './read-photos.ts'

/** Rows at the photograph's upper border; a cut-out that reaches them has no crown that could be whole. */
const BORDER = 3
const SOLID = 128
/** A row of so many pixels that are not the backdrop's, as a part of the face's width, is of the person. */
const ROW = 0.06
const DIFFERENT = 26
const SCENE = 'white'
const LOOK = 'studio'
const SEED = 1

interface Framed {
  name: string
  /** Of the result's height: where the eyes are, and what is free above the hair. */
  eyes: number
  above: number
}

/** Whether crowns are whole in headshots and avatars, and where eyes and hair are. */
export async function benchFraming(
  networks: ToolNetworks,
  photos: readonly Photo[],
): Promise<BenchResult[]> {
  const people: Photo[] = []
  for (const photo of photos) {
    const { smallestFace } = HEADSHOT_LIMITS
    const { problem } = judgePortrait(await listFaces(networks, photo.file, false), smallestFace)
    if (problem === null && (await hasCrown(networks, photo))) people.push(photo)
  }
  const results: BenchResult[] = []
  for (const framing of ['close', 'shoulders'] as const) {
    const framed: Framed[] = []
    for (const { name, file } of people) {
      const request = { image: file, backgrounds: [SCENE], framing, indexes: [0] }
      const made = await deliverOrEnd(networks, { tool: 'take_headshots', ...request })
      if (!made) continue
      const scene = HEADSHOT_BACKGROUNDS.find(({ id }) => id === SCENE)!
      const { width, height } = HEADSHOT_SIZE
      const behind = await drawScene(scene.backdrop(randomNumbers(SEED)), width, height)
      framed.push(await measure(networks, name, await decode(made[0]!.data), behind))
    }
    const name = `Headshots, ${framing}`
    results.push(delivered(name, framed.length, people.length), ...judge(name, framed))
  }
  const framed: Framed[] = []
  for (const { name, file } of people) {
    const request = { image: file, looks: [LOOK], count: 1, indexes: [0], seed: SEED }
    const made = await deliverOrEnd(networks, { tool: 'draw_avatars', ...request })
    if (!made) continue
    const look = LOOKS.find(({ id }) => id === LOOK)!
    const behind = await drawScene(look.backdrop(randomNumbers(SEED)), AVATAR_EDGE, AVATAR_EDGE)
    framed.push(await measure(networks, name, await decode(made[0]!.data), behind))
  }
  results.push(delivered('Avatars', framed.length, people.length), ...judge('Avatars', framed))
  return results
}

/** Whether the photograph shows all of the hair. */
async function hasCrown(networks: ToolNetworks, { file, faces: [face] }: Photo): Promise<boolean> {
  if (!face) return false
  const [cut] = await deliver(networks, { tool: 'remove_background', image: file })
  const opacity = await sharp(cut!.data).extractChannel(3).raw().toBuffer()
  const from = Math.max(0, Math.floor(face.box.x))
  const to = Math.min(cut!.width, Math.ceil(face.box.x + face.box.width))
  for (let y = 0; y < BORDER; y++)
    for (let x = from; x < to; x++) if (opacity[y * cut!.width + x]! >= SOLID) return false
  return true
}

function judge(what: string, framed: readonly Framed[]): BenchResult[] {
  const detail = framed
    .map(({ name, eyes, above }) => `${name}: eyes ${percent(eyes)}, above ${percent(above)}`)
    .join('; ')
  const count = (isIn: (one: Framed) => boolean): number => framed.filter(isIn).length
  const target = { atLeast: 0.9 }
  const rows = [
    ['crowns that are whole', count(({ above }) => above > 0.01)],
    ['6 to 12 % free above', count(({ above }) => above >= 0.06 && above <= 0.12)],
    ['eyes at 33 to 47 %', count(({ eyes }) => eyes >= 0.33 && eyes <= 0.47)],
  ] as const
  return rows.map(([name, met], i) => ({
    name: `${what}: ${name}`,
    value: met / Math.max(1, framed.length),
    unit: '',
    target,
    detail: i === 0 ? detail : `${met} of ${framed.length}`,
  }))
}

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`

/** A square scene, of which the middle is seen. */
async function drawScene(svg: string, width: number, height: number): Promise<RgbPicture> {
  const edge = Math.max(width, height)
  const data = await sharp(Buffer.from(svg))
    .resize(edge, edge)
    .extract({ left: Math.round((edge - width) / 2), top: 0, width, height })
    .removeAlpha()
    .raw()
    .toBuffer()
  return { data, width, height }
}

async function measure(
  networks: ToolNetworks,
  name: string,
  picture: RgbPicture,
  behind: RgbPicture,
): Promise<Framed> {
  const face = (await findFaces(await networks.faces(), picture))[0]
  if (!face) return { name, eyes: 0, above: 0 }
  const { leftEye, rightEye } = LANDMARKS
  const eyes = middleOf(face.mesh, [...leftEye, ...rightEye]).y / picture.height
  const from = Math.max(0, Math.floor(face.box.x - 0.3 * face.box.width))
  const to = Math.min(picture.width, Math.ceil(face.box.x + 1.3 * face.box.width))
  const least = ROW * face.box.width
  // From the forehead upwards, so that nothing beyond the hair counts.
  let y = Math.max(0, Math.round(face.box.y))
  const isPerson = (row: number): boolean => {
    let count = 0
    for (let x = from; x < to; x++) {
      const at = 3 * (row * picture.width + x)
      let most = 0
      for (let c = 0; c < 3; c++)
        most = Math.max(most, Math.abs(picture.data[at + c]! - behind.data[at + c]!))
      if (most > DIFFERENT) count++
    }
    return count >= least
  }
  while (y > 0 && isPerson(y - 1)) y--
  return { name, eyes, above: y / picture.height }
}
