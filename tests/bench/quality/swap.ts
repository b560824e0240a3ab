import { describeFace } from '#engine/vision/faces/describe-face.ts'
import { similarityOf } from '#tests/support/similarity.ts'
import { findFaces } from '#engine/vision/faces/find-faces.ts'
import { createToolNetworks } from '#engine/vision/networks.ts'
import { maskFace } from '#engine/vision/swap-faces/face-mask.ts'
import { swapFace } from '#engine/vision/swap-faces/swap-face.ts'
import { type Photograph, readPhotograph } from '#scripts/support/photographs.ts'
import type { BenchResult } from '../bench-result.ts'

/** Whose face goes where. */
const PAIRS: readonly (readonly [source: Photograph, target: Photograph])[] = [
  ['astronaut', 'portrait-smiling'],
  ['portrait-smiling', 'astronaut'],
  ['astronaut', 'portrait-stern'],
  ['portrait-stern', 'astronaut'],
  ['portrait-stern', 'portrait-smiling'],
  ['portrait-smiling', 'portrait-stern'],
  ['astronaut', 'portrait-speaking'],
  ['portrait-stern', 'portrait-speaking'],
]

/** People whose heads are turned further apart, degrees, are told before that the result will be poor. */
const WARNED_FROM = 25

/** How much more a face looks like the source after it was put there, and whether anything else changed. */
export async function benchSwap(): Promise<BenchResult[]> {
  const tools = createToolNetworks(2)
  const [networks, identity] = [await tools.faces(), await tools.identity()]
  const gains: number[] = []
  const detail: string[] = []
  let outside = 0
  for (const [from, to] of PAIRS) {
    const [source, target] = [await readPhotograph(from), await readPhotograph(to)]
    const sourceFace = (await findFaces(networks, source))[0]!
    const targetFace = (await findFaces(networks, target))[0]!
    const wanted = await describeFace(identity, source, sourceFace)
    const before = similarityOf(wanted, await describeFace(identity, target, targetFace))
    const original = Uint8Array.from(target.data)
    swapFace(source, sourceFace, target, targetFace)
    outside += countChangesOutside(original, target.data, target.width, maskFace(targetFace))
    const found = (await findFaces(networks, target))[0]
    const after = found
      ? similarityOf(wanted, await describeFace(identity, target, found))
      : Number.NEGATIVE_INFINITY
    const apart = Math.round(Math.abs(sourceFace.yaw - targetFace.yaw))
    const isWarned = apart > WARNED_FROM
    if (!isWarned) gains.push(after - before)
    const note = isWarned ? ` (heads ${apart} degrees apart, not counted: people are warned)` : ''
    detail.push(`${from} on ${to}: ${before.toFixed(2)} before, ${after.toFixed(2)} after${note}`)
  }
  return [
    {
      name: 'Swap: likeness to the source, gained at least',
      value: Math.min(...gains),
      unit: '',
      target: { atLeast: 0.2 },
      detail: detail.join('; '),
    },
    {
      name: 'Swap: bytes changed outside the mask',
      value: outside,
      unit: '',
      target: { atMost: 0 },
      detail: `${PAIRS.length} pairs`,
    },
  ]
}

function countChangesOutside(
  before: Uint8Array,
  after: Uint8Array,
  width: number,
  { region, values }: ReturnType<typeof maskFace>,
): number {
  let changes = 0
  for (let i = 0; i < before.length; i++) {
    if (before[i] === after[i]) continue
    const pixel = Math.floor(i / 3)
    const [x, y] = [(pixel % width) - region.x, Math.floor(pixel / width) - region.y]
    const isInRegion = x >= 0 && y >= 0 && x < region.width && y < region.height
    if (!isInRegion || values[y * region.width + x] === 0) changes++
  }
  return changes
}
