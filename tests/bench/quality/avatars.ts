import { drawAvatar } from '#engine/vision/avatars/draw-avatar.ts'
import { LOOKS } from '#engine/vision/avatars/looks.ts'
import { describeFace } from '#engine/vision/faces/describe-face.ts'
import { similarityOf } from '#tests/support/similarity.ts'
import { findFaces } from '#engine/vision/faces/find-faces.ts'
import { createToolNetworks } from '#engine/vision/networks.ts'
import { cutOut } from '#engine/vision/remove-background/cut-out.ts'
import { type Photograph, readPhotograph } from '#scripts/support/photographs.ts'
import type { BenchResult } from '../bench-result.ts'

const PORTRAITS: readonly Photograph[] = [
  'astronaut',
  'portrait-smiling',
  'portrait-stern',
  'portrait-speaking',
]
/** From here on two pictures show one person. */
const SAME_PERSON = 0.6
const never = new AbortController().signal

/** How many looks keep the person, and how far the two that are most alike are from each other. */
export async function benchAvatars(): Promise<BenchResult[]> {
  const tools = createToolNetworks(2)
  const [networks, identity] = [await tools.faces(), await tools.identity()]
  const [foreground, illustration] = [await tools.foreground(), await tools.illustration()]
  const kept: number[] = []
  const nearest: number[] = []
  const details: string[] = []
  for (const photograph of PORTRAITS) {
    const picture = await readPhotograph(photograph)
    const face = (await findFaces(networks, picture))[0]!
    const own = await describeFace(identity, picture, face)
    const cut = await cutOut(foreground, picture, { onStep() {}, signal: never })
    const drawn: Uint8Array[] = []
    const likenesses: string[] = []
    let same = 0
    for (const look of LOOKS) {
      const avatar = await drawAvatar({ ...cut, face }, look, illustration, 7, never)
      const found = (await findFaces(networks, avatar))[0]
      const likeness = found ? similarityOf(own, await describeFace(identity, avatar, found)) : 0
      if (likeness >= SAME_PERSON) same++
      likenesses.push(`${look.id} ${likeness.toFixed(2)}`)
      drawn.push(avatar.data)
    }
    kept.push(same)
    nearest.push(leastDifference(drawn))
    details.push(`${photograph}: ${likenesses.join(', ')}`)
  }
  return [
    {
      name: `Avatars: looks of ${LOOKS.length} that keep the person, fewest`,
      value: Math.min(...kept),
      unit: '',
      target: { atLeast: 8 },
      detail: details.join('; '),
    },
    {
      name: 'Avatars: difference of the two looks most alike, of 255',
      value: Math.min(...nearest),
      unit: '',
      target: { atLeast: 12 },
      detail: 'mean over all pixels and colours',
    },
  ]
}

function leastDifference(pictures: readonly Uint8Array[]): number {
  let least = Infinity
  for (const [i, a] of pictures.entries())
    for (const b of pictures.slice(i + 1)) {
      let [sum, count] = [0, 0]
      for (let k = 0; k < a.length; k += 97) {
        sum += Math.abs(a[k]! - b[k]!)
        count++
      }
      least = Math.min(least, sum / count)
    }
  return least
}
