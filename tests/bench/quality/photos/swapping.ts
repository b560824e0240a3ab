import { describeFace } from '#engine/vision/faces/describe-face.ts'
import { findFaces } from '#engine/vision/faces/find-faces.ts'
import { listFaces } from '#engine/vision/faces/list-faces.ts'
import type { ToolNetworks } from '#engine/vision/networks.ts'
import { judgePair, judgeSource, judgeTarget } from '#server/domains/jobs/inputs/judge-faces.ts'
import { EngineError } from '#server/engines/spec/index.ts'
import { similarityOf } from '#tests/support/similarity.ts'
import type { BenchResult } from '../../bench-result.ts'
import { decode, deliver, type Photo } from './read-photos.ts'

/** Most pairs of people that are tried. */
const PAIRS = 12

/** Swaps between the people of a folder: what is refused before its price, and how those that are delivered came out. */
export async function benchSwapping(
  networks: ToolNetworks,
  photos: readonly Photo[],
): Promise<BenchResult[]> {
  const people = photos.filter(({ faces }) => faces.length > 0)
  const found = await Promise.all(people.map(({ file }) => listFaces(networks, file, false)))
  const identity = await networks.identity()
  const gains: number[] = []
  const details: string[] = []
  let [refused, failed, tried] = [0, 0, 0]
  for (let i = 0; i < people.length && tried < PAIRS; i++)
    for (const step of [1, 3]) {
      if (tried >= PAIRS) break
      const k = (i + step) % people.length
      if (k === i) continue
      tried++
      const [from, to] = [people[i]!, people[k]!]
      const [source, target] = [found[i]![0]!, found[k]![0]!]
      const problem =
        judgeSource(source) ?? judgeTarget(target) ?? judgePair(source, target).problem
      const pair = `${from.name} on ${to.name}`
      if (problem !== null) {
        refused++
        details.push(`${pair}: refused, ${problem}`)
        continue
      }
      try {
        const [image] = await deliver(networks, {
          tool: 'swap_faces',
          source: from.file,
          target: to.file,
          pairs: [{ source: 0, target: 0 }],
        })
        const after = await decode(image!.data)
        const face = (await findFaces(await networks.faces(), after))[0]!
        const wanted = await describeFace(identity, from.picture, from.faces[0]!)
        const before = await describeFace(identity, to.picture, to.faces[0]!)
        const [was, is] = [
          similarityOf(wanted, before),
          similarityOf(wanted, await describeFace(identity, after, face)),
        ]
        gains.push(is - was)
        details.push(`${pair}: likeness ${was.toFixed(2)} -> ${is.toFixed(2)}`)
      } catch (error) {
        if (!(error instanceof EngineError)) throw error
        failed++
        details.push(`${pair}: ended ${error.code}, ${error.message}`)
      }
    }
  return [
    {
      name: 'Face swap: likeness gained by what is delivered, least',
      value: gains.length === 0 ? 0 : Math.min(...gains),
      unit: '',
      target: { atLeast: 0.2 },
      detail: `${tried} pairs, ${refused} refused before the price, ${failed} ended by their own check; ${details.join('; ')}`,
    },
  ]
}
