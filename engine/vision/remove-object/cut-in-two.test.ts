import { expect, it } from 'vitest'
import { randomNumbers } from '#lib/random-numbers.ts'
import { createNetwork } from './cut-in-two.ts'

const [COLUMNS, ROWS] = [4, 3]
const NODES = COLUMNS * ROWS

interface Graph {
  costs: number[]
  edges: { from: number; to: number; cost: number }[]
}

function drawGraph(random: () => number): Graph {
  const costs = Array.from({ length: NODES }, () => Math.round(20 * random() - 10))
  const edges: Graph['edges'] = []
  for (let node = 0; node < NODES; node++)
    for (const to of [
      ...(node % COLUMNS < COLUMNS - 1 ? [node + 1] : []),
      ...(node < NODES - COLUMNS ? [node + COLUMNS] : []),
    ])
      edges.push({ from: node, to, cost: Math.round(8 * random()) })
  return { costs, edges }
}

/** @param isFar a bit for each node */
function costOf({ costs, edges }: Graph, isFar: number): number {
  const at = (node: number): number => (isFar >> node) & 1
  return (
    costs.reduce((sum, cost, node) => sum + at(node) * cost, 0) +
    edges.reduce((sum, { from, to, cost }) => sum + (1 - at(from)) * at(to) * cost, 0)
  )
}

it('finds the cheapest of all cuts, one network after another', () => {
  const random = randomNumbers(7)
  const network = createNetwork(NODES)
  for (let round = 0; round < 40; round++) {
    const graph = drawGraph(random)
    network.reset(NODES)
    for (const [node, cost] of graph.costs.entries()) network.addNode(node, cost)
    for (const { from, to, cost } of graph.edges) network.addEdge(from, to, cost)
    const cut = network.cut().reduce((bits, isFar, node) => bits | (isFar << node), 0)
    const all = Array.from({ length: 2 ** NODES }, (_, isFar) => costOf(graph, isFar))
    expect(costOf(graph, cut)).toBe(Math.min(...all))
  }
})
