/** Divides nodes between two sides so that all costs together are least: a minimum cut, by two trees (Boykov and Kolmogorov 2004). */
export interface Network {
  /** @param cost of being on the far side; below 0: of being on the near side */
  addNode: (node: number, cost: number) => void
  /** @param cost of having `from` on the near side and `to` on the far side */
  addEdge: (from: number, to: number, cost: number) => void
  /** Returns 1 for each node on the far side; everything that was added is gone after the next `reset`. */
  cut: () => Uint8Array
  /** @param nodes how many there are */
  reset: (nodes: number) => void
}

const NONE = -1
const ROOT = -2
const LOST = -3

/** @param mostNodes with four neighbours each at most */
export function createNetwork(mostNodes: number): Network {
  const head = new Int32Array(4 * mostNodes)
  const next = new Int32Array(4 * mostNodes)
  const left = new Float32Array(4 * mostNodes)
  const first = new Int32Array(mostNodes)
  /** Remaining flow from the near end into each node; below 0: out of it to the far end. */
  const ends = new Float32Array(mostNodes)
  const parent = new Int32Array(mostNodes)
  const isFar = new Uint8Array(mostNodes)
  const stamp = new Int32Array(mostNodes)
  const distance = new Int32Array(mostNodes)
  const isQueued = new Uint8Array(mostNodes)
  let queue: number[] = []
  let lost: number[] = []
  let [nodes, arcs, time, turn] = [0, 0, 0, 0]

  function enqueue(node: number): void {
    if (isQueued[node] === 1) return
    isQueued[node] = 1
    queue.push(node)
  }

  /** Returns the rest of an arc in the direction from the near end to the far one, seen from a node of either tree. */
  const leftFrom = (far: number, arc: number): number => left[far === 1 ? arc ^ 1 : arc]!

  /** Grows both trees until they touch. @returns the arc from the near tree to the far one, or -1 */
  function grow(): number {
    for (; turn < queue.length; turn++) {
      const node = queue[turn]!
      if (parent[node] !== NONE) {
        const far = isFar[node]!
        for (let arc = first[node]!; arc !== NONE; arc = next[arc]!) {
          if (leftFrom(far, arc) <= 0) continue
          const other = head[arc]!
          if (parent[other] === NONE) {
            parent[other] = arc ^ 1
            isFar[other] = far
            stamp[other] = stamp[node]!
            distance[other] = distance[node]! + 1
            enqueue(other)
          } else if (isFar[other] !== far) {
            return far === 1 ? arc ^ 1 : arc
          } else if (stamp[other]! <= stamp[node]! && distance[other]! > distance[node]!) {
            parent[other] = arc ^ 1
            stamp[other] = stamp[node]!
            distance[other] = distance[node]! + 1
          }
        }
      }
      isQueued[node] = 0
    }
    ;[queue, turn] = [[], 0]
    return NONE
  }

  /** Lets as much flow along the path through an arc as it bears. */
  function augment(arc: number): void {
    let most = left[arc]!
    let node = head[arc ^ 1]!
    for (; parent[node] !== ROOT; node = head[parent[node]!]!)
      most = Math.min(most, left[parent[node]! ^ 1]!)
    most = Math.min(most, ends[node]!)
    node = head[arc]!
    for (; parent[node] !== ROOT; node = head[parent[node]!]!)
      most = Math.min(most, left[parent[node]!]!)
    most = Math.min(most, -ends[node]!)
    left[arc]! -= most
    left[arc ^ 1]! += most
    for (node = head[arc ^ 1]!; parent[node] !== ROOT;) {
      const up = parent[node]!
      left[up]! += most
      left[up ^ 1]! -= most
      if (left[up ^ 1]! <= 0) lose(node)
      node = head[up]!
    }
    ends[node]! -= most
    if (ends[node]! <= 0) lose(node)
    for (node = head[arc]!; parent[node] !== ROOT;) {
      const up = parent[node]!
      left[up]! -= most
      left[up ^ 1]! += most
      if (left[up]! <= 0) lose(node)
      node = head[up]!
    }
    ends[node]! += most
    if (ends[node]! >= 0) lose(node)
  }

  function lose(node: number): void {
    // The parent is needed by the walk that is under way, so it is cut off afterwards.
    lost.push(node)
  }

  /** Finds new parents for what was cut off. */
  function adopt(): void {
    for (const node of lost) parent[node] = LOST
    for (let at = 0; at < lost.length; at++) {
      const node = lost[at]!
      const far = isFar[node]!
      let [best, least] = [NONE, Infinity]
      for (let arc = first[node]!; arc !== NONE; arc = next[arc]!) {
        const other = head[arc]!
        if (leftFrom(far, arc ^ 1) <= 0 || isFar[other] !== far || parent[other] === NONE) continue
        const steps = stepsToRoot(other)
        if (steps >= least) continue
        ;[best, least] = [arc, steps]
      }
      if (best !== NONE) {
        parent[node] = best
        stamp[node] = time
        distance[node] = least + 1
        continue
      }
      parent[node] = NONE
      for (let arc = first[node]!; arc !== NONE; arc = next[arc]!) {
        const other = head[arc]!
        if (isFar[other] !== far || parent[other] === NONE) continue
        if (leftFrom(far, arc ^ 1) > 0) enqueue(other)
        if (parent[other]! >= 0 && head[parent[other]!] === node) {
          parent[other] = LOST
          lost.push(other)
        }
      }
    }
    lost = []
  }

  /** Counts the steps to the root, and marks the way; infinite where it ends in what was cut off. */
  function stepsToRoot(from: number): number {
    let [node, steps] = [from, 0]
    for (;;) {
      if (stamp[node] === time) {
        steps += distance[node]!
        break
      }
      const up = parent[node]!
      if (up === ROOT) {
        stamp[node] = time
        distance[node] = 1
        steps += 1
        break
      }
      if (up < 0) return Infinity
      steps++
      node = head[up]!
    }
    let away = steps
    for (node = from; stamp[node] !== time; node = head[parent[node]!]!) {
      stamp[node] = time
      distance[node] = away--
    }
    return steps
  }

  function addArc(from: number, to: number, cost: number): void {
    head[arcs] = to
    left[arcs] = cost
    next[arcs] = first[from]!
    first[from] = arcs++
  }

  return {
    addNode(node, cost) {
      ends[node]! += cost
    },
    addEdge(from, to, cost) {
      addArc(from, to, cost)
      addArc(to, from, 0)
    },
    reset(count) {
      ;[nodes, arcs, time, turn] = [count, 0, 0, 0]
      first.fill(NONE, 0, count)
      ends.fill(0, 0, count)
      stamp.fill(0, 0, count)
      isQueued.fill(0, 0, count)
      queue = []
    },
    cut() {
      for (let node = 0; node < nodes; node++) {
        parent[node] = ends[node] === 0 ? NONE : ROOT
        isFar[node] = ends[node]! < 0 ? 1 : 0
        distance[node] = 1
        if (ends[node] !== 0) enqueue(node)
      }
      for (;;) {
        const arc = grow()
        if (arc === NONE) break
        time++
        augment(arc)
        adopt()
      }
      // Nodes of neither tree may be on either side: they stay on the near one.
      return Uint8Array.from({ length: nodes }, (_, node) =>
        parent[node] !== NONE && isFar[node] === 1 ? 1 : 0,
      )
    },
  }
}
