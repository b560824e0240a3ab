import { inEnglish } from '#server/texts/index.ts'
import { listFaces } from '#engine/vision/faces/list-faces.ts'
import type { ToolNetworks } from '#engine/vision/networks.ts'
import { judgePair, judgeSource, judgeTarget } from '#server/domains/jobs/inputs/judge-faces.ts'
import { judgeLook, measureSwap, type SwapFigures } from '#engine/vision/swap-faces/judge-swap.ts'
import { swapAll } from '#engine/vision/swap-faces/swap-all.ts'
import { EngineError, type SwapFacesRequest } from '#server/engines/spec/index.ts'
import { type BenchResult, delivered, type SkippedBench } from '../../bench-result.ts'
import { decode, deliver, type Photo } from './read-photos.ts'

/** Most pairs of people that are tried. */
const PAIRS = 12

/** Swaps between the people of a folder: what is refused before its price, and how those that are delivered came out. */
export async function benchSwapping(
  networks: ToolNetworks,
  photos: readonly Photo[],
): Promise<(BenchResult | SkippedBench)[]> {
  const people = photos.filter(({ faces }) => faces.length > 0)
  const found = await Promise.all(people.map(({ file }) => listFaces(networks, file, false)))
  const made: SwapFigures[] = []
  const details: string[] = []
  let [refused, torn, failed, tried] = [0, 0, 0, 0]
  for (let i = 0; i < people.length && tried < PAIRS; i++)
    for (const step of [1, 3]) {
      if (tried >= PAIRS) break
      const k = (i + step) % people.length
      if (k === i) continue
      tried++
      const [from, to] = [people[i]!, people[k]!]
      const [source, target] = [found[i]![0]!, found[k]![0]!]
      const problem =
        judgeSource(source) ?? judgeTarget(target) ?? judgePair(source, target, 'own').problem
      const pair = `${from.name} on ${to.name}`
      if (problem !== null) {
        refused++
        details.push(`${pair}: refused, ${inEnglish(problem)}`)
        continue
      }
      const swap: SwapFacesRequest = {
        tool: 'swap_faces',
        source: from.file,
        target: to.file,
        pairs: [{ source: 0, target: 0 }],
      }
      const flaw = await tryAsQuoted(networks, swap)
      if (flaw) {
        torn++
        details.push(`${pair}: refused by its trial, ${flaw.said}`)
        continue
      }
      try {
        const [image] = await deliver(networks, swap)
        const after = await decode(image!.data)
        const figures = await measureSwap(networks, {
          source: from.picture,
          sourceFace: from.faces[0]!,
          before: to.picture,
          targetFace: to.faces[0]!,
          after,
        })
        if (!figures) throw new Error(`No face is found in ${pair}, which was delivered`)
        const { was, is } = figures.likeness
        made.push(figures)
        details.push(
          `${pair}: likeness ${was.toFixed(2)} -> ${is.toFixed(2)}, edges ${figures.edges.toFixed(2)}, colour ${figures.moved.toFixed(0)}, part ${figures.part.light.toFixed(0)} and ${figures.part.hue.toFixed(0)}`,
        )
      } catch (error) {
        if (!(error instanceof EngineError)) throw error
        failed++
        details.push(`${pair}: ended ${error.code}, ${error.message}`)
      }
    }
  const foreseen = refused + torn
  const said = `${tried} pairs: ${refused} refused by their photos and ${torn} by their trial before the price, ${failed} ended by their own check; ${details.join('; ')}`
  return [
    delivered('Face swap', made.length, tried),
    {
      name: 'Face swap: refused before the price, of what is not delivered',
      value: foreseen + failed === 0 ? 1 : foreseen / (foreseen + failed),
      unit: '',
      target: { atLeast: 0.9 },
      detail: said,
    },
    ...(made.length === 0
      ? [{ name: 'Face swap: figures of what is delivered', skipped: 'nothing is delivered' }]
      : judgeDelivered(made)),
  ]
}

/** Makes a swap and drops it, as its quote does. */
async function tryAsQuoted(networks: ToolNetworks, swap: SwapFacesRequest) {
  const { signal } = new AbortController()
  const { flaw } = await swapAll(networks, swap, { judge: judgeLook, signal, onProgress() {} })
  return flaw
}

function judgeDelivered(made: readonly SwapFigures[]): BenchResult[] {
  const most = (valueOf: (figures: SwapFigures) => number): number => Math.max(...made.map(valueOf))
  const shown = `of ${made.length} that are delivered`
  return [
    {
      name: 'Face swap: likeness gained by what is delivered, least',
      value: Math.min(...made.map(({ likeness: { was, is } }) => is - was)),
      unit: '',
      target: { atLeast: 0.2 },
      detail: shown,
    },
    {
      name: 'Face swap: edges along the border, most',
      value: most(({ edges }) => edges),
      unit: 'x',
      target: { atMost: 1.5 },
      detail: shown,
    },
    {
      name: 'Face swap: edges grown in a part of the border, most of 255',
      value: most(({ tear }) => tear),
      unit: '',
      target: { atMost: 10 },
      detail: shown,
    },
    {
      name: 'Face swap: colour of the face moved, most of 255',
      value: most(({ moved }) => moved),
      unit: '',
      target: { atMost: 24 },
      detail: shown,
    },
    {
      name: 'Face swap: light of a part of the skin moved, most of 255',
      value: most(({ part }) => part.light),
      unit: '',
      target: { atMost: 28 },
      detail: shown,
    },
    {
      name: 'Face swap: hue of a part of the skin moved, most of 255',
      value: most(({ part }) => part.hue),
      unit: '',
      target: { atMost: 13 },
      detail: shown,
    },
  ]
}
