import { findFaces } from '#engine/vision/faces/find-faces.ts'
import { LOOKS } from '#engine/vision/avatars/looks.ts'
import { cutPortrait } from '#engine/vision/avatars/cut-portrait.ts'
import { cutOut } from '#engine/vision/remove-background/cut-out.ts'
import type { ToolNetworks } from '#engine/vision/networks.ts'
import type { BenchResult } from '../../bench-result.ts'
import type { Photo } from './read-photos.ts'

/** People whose looks are measured. */
const PEOPLE = 4
/** Smaller faces are refused, pixels. */
const LEAST_FACE = 64
const EDGE = 512
const SOLID = 0.9

/** How far each look changes the person's own colours: one that hardly does is only another background. */
export async function benchLooks(
  networks: ToolNetworks,
  photos: readonly Photo[],
): Promise<BenchResult[]> {
  const foreground = await networks.foreground()
  const changes = new Map<string, number[]>()
  let people = 0
  for (const { picture } of photos) {
    if (people >= PEOPLE) break
    const copy = { ...picture, data: Uint8Array.from(picture.data) }
    const face = (await findFaces(await networks.faces(), copy))[0]
    if (!face || face.box.width < LEAST_FACE) continue
    people++
    const { signal } = new AbortController()
    const cut = await cutOut(foreground, copy, { onStep() {}, signal })
    const own = await cutPortrait({ ...cut, face }, EDGE)
    for (const { id, paint } of LOOKS) {
      const painted = {
        ...own,
        colours: Float32Array.from(own.colours),
        opacity: Float32Array.from(own.opacity),
      }
      paint(painted)
      let [sum, count] = [0, 0]
      for (const [at, share] of own.opacity.entries()) {
        if (share < SOLID) continue
        count++
        for (let c = 3 * at; c < 3 * at + 3; c++)
          sum += Math.abs(Math.min(255, Math.max(0, painted.colours[c]!)) - own.colours[c]!)
      }
      changes.set(id, [...(changes.get(id) ?? []), sum / Math.max(1, 3 * count)])
    }
  }
  const means = Array.from(changes, ([id, values]) => ({
    id,
    mean: values.reduce((sum, one) => sum + one, 0) / values.length,
  }))
  return [
    {
      name: 'Avatars: change of the person by the weakest look, of 255',
      value: means.length === 0 ? 0 : Math.min(...means.map(({ mean }) => mean)),
      unit: '',
      target: { atLeast: 10 },
      detail: [
        `${people} people, before the illustration network`,
        ...means.map(({ id, mean }) => `${id} ${mean.toFixed(1)}`),
      ].join('; '),
    },
  ]
}
