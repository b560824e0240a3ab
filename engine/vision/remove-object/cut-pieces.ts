import { createNetwork, type Network } from './cut-in-two.ts'
import { type Level, REACH } from './level.ts'
import { frequentMoves, type Move, moveOfPatch, placeAfter } from './moves.ts'
import type { PatchField } from './patch-field.ts'

/** Each move is tried so often. */
const ROUNDS = 2
/** A seam's colours count as this far apart at most: what is left of the thing beside the hole is not met at any price. */
const MOST_APART = 150
/** Share of the difference to the colours that patches found, beside what a seam shows. */
const FAITH = 0.05
/** Half the edge of the box over which these colours are averaged: a blur would choose blurred pieces otherwise. */
const SOFT = 2
/** A piece from as far up or down as the picture is high costs this much for each of its pixels. */
const UPRIGHT = 10

/** Moves, at most, with those for pixels that no frequent one can fill. */
const MOST_MOVES = 96

/** Pixels of the hole, each with the move that was chosen for it. */
interface Pieces {
  level: Level
  inside: readonly number[]
  /** Place in `inside` of each pixel, or -1. */
  nodeAt: Int32Array
  moves: readonly Move[]
  chosen: number[]
  /** 1 for each pixel that may be copied. */
  usable: Uint8Array
  /** Colours with the hole as patches filled it, averaged. */
  soft: Float32Array
}

/**
 * Puts the hole together of few large pieces of what surrounds it, each moved as a whole, whose seams show least: an
 * average of many patches is a smear (Pritch and others 2009, He and Sun 2012). The patches that were found say which
 * moves there are, and roughly what goes where.
 *
 * @param field takes up the moves
 */
export function cutPieces(level: Level, field: PatchField, signal: AbortSignal): void {
  const pieces = preparePieces(level, field)
  const network = createNetwork(pieces.inside.length)
  for (let round = 0; round < ROUNDS; round++)
    for (const move of pieces.moves.keys()) {
      signal.throwIfAborted()
      spread(pieces, network, move)
    }
  const { nodeAt, moves, chosen } = pieces
  for (const [i, at] of level.targets.entries()) {
    const node = nodeAt[at]! < 0 ? nodeBeside(pieces, at) : nodeAt[at]!
    const from = node < 0 ? -1 : placeAfter(level, at, moves[chosen[node]!]!)
    if (from >= 0 && level.isSource[from] === 1) field.source[i] = from
  }
}

/**
 * Chooses a first move for each pixel: of those that most patches found, or that of its own patch. Pixels for which no move
 * is left are not among the pieces: they stay as patches filled them.
 */
export function preparePieces(level: Level, field: PatchField): Pieces {
  const inside: number[] = []
  const nodeAt = new Int32Array(level.hole.length).fill(-1)
  const moves = frequentMoves(level, field)
  const chosen: number[] = []
  const usable = usablePixels(level)
  const pieces = { level, inside, nodeAt, moves, chosen, usable, soft: average(level) }
  for (const [at, value] of level.hole.entries()) {
    if (value === 0) continue
    let [best, least] = [-1, Infinity]
    for (const move of moves.keys()) {
      if (!mayTake(pieces, at, move)) continue
      const cost = costOf(pieces, at, move)
      if (cost < least) [best, least] = [move, cost]
    }
    if (best < 0) {
      if (moves.length >= MOST_MOVES) continue
      // It can fill the pixel, so it is none of the moves there are.
      best = moves.push(moveOfPatch(level, field, at)) - 1
    }
    nodeAt[at] = inside.length
    inside.push(at)
    chosen.push(best)
  }
  return pieces
}

/** Lets one move take over wherever that makes all cheaper (alpha expansion; Boykov, Veksler and Zabih 2001). */
function spread(pieces: Pieces, network: Network, move: number): void {
  const { inside, nodeAt, chosen, level } = pieces
  const asked: number[] = []
  const askedAt = new Int32Array(inside.length).fill(-1)
  for (const [node, at] of inside.entries()) {
    if (chosen[node] === move || !mayTake(pieces, at, move)) continue
    askedAt[node] = asked.length
    asked.push(node)
  }
  network.reset(asked.length)
  for (const [n, node] of asked.entries()) {
    const at = inside[node]!
    const own = chosen[node]!
    let cost = costOf(pieces, at, move) - costOf(pieces, at, own)
    for (const beside of neighbours(level, at)) {
      const other = nodeAt[beside]!
      const theirs = other < 0 ? -1 : chosen[other]!
      const m = other < 0 ? -1 : askedAt[other]!
      const changes = seam(pieces, at, beside, move, theirs)
      const stays = seam(pieces, at, beside, own, theirs)
      if (m < 0) cost += changes - stays
      else if (beside > at) {
        // The four costs of a pair, as those of each alone and of a cut between them (Kolmogorov and Zabih 2004).
        const theyChange = seam(pieces, at, beside, own, move)
        cost += changes - stays
        network.addNode(m, -changes)
        network.addEdge(n, m, Math.max(0, theyChange + changes - stays))
      }
    }
    network.addNode(n, cost)
  }
  for (const [n, isFar] of network.cut().entries()) if (isFar === 1) chosen[asked[n]!] = move
}

function mayTake({ level, moves, usable }: Pieces, at: number, move: number): boolean {
  const from = placeAfter(level, at, moves[move]!)
  return from >= 0 && usable[from] === 1
}

/** Returns the cost of a move for a pixel alone. */
function costOf({ level, moves, soft }: Pieces, at: number, move: number): number {
  const from = placeAfter(level, at, moves[move]!)
  return FAITH * apart(soft, at, from) + (UPRIGHT * Math.abs(moves[move]!.down)) / level.height
}

/** Returns the visibility of a seam between two pixels with a move each; -1: the pixel lies beside the hole. */
function seam({ level, moves }: Pieces, at: number, beside: number, a: number, b: number): number {
  if (a === b) return 0
  const { width, height, colours } = level
  const shown = (pixel: number, move: number): number => {
    if (move < 0) return pixel
    const { right, down } = moves[move]!
    const x = Math.min(width - 1, Math.max(0, (pixel % width) + right))
    const y = Math.min(height - 1, Math.max(0, Math.floor(pixel / width) + down))
    return y * width + x
  }
  return (
    apart(colours, shown(at, a), shown(at, b)) + apart(colours, shown(beside, a), shown(beside, b))
  )
}

const apart = (colours: Float32Array, a: number, b: number): number =>
  Math.min(
    MOST_APART,
    Math.abs(colours[3 * a]! - colours[3 * b]!) +
      Math.abs(colours[3 * a + 1]! - colours[3 * b + 1]!) +
      Math.abs(colours[3 * a + 2]! - colours[3 * b + 2]!),
  )

function neighbours({ width, height }: Level, at: number): number[] {
  const [x, y] = [at % width, Math.floor(at / width)]
  const found: number[] = []
  if (x > 0) found.push(at - 1)
  if (x < width - 1) found.push(at + 1)
  if (y > 0) found.push(at - width)
  if (y < height - 1) found.push(at + width)
  return found
}

/** The pixel of the hole that is nearest to the middle of a patch that touches it. */
function nodeBeside({ level: { width, height }, nodeAt }: Pieces, at: number): number {
  const [x, y] = [at % width, Math.floor(at / width)]
  let [best, least] = [-1, Infinity]
  for (let row = -Math.min(REACH, y); row <= Math.min(REACH, height - 1 - y); row++)
    for (let column = -Math.min(REACH, x); column <= Math.min(REACH, width - 1 - x); column++) {
      const node = nodeAt[at + row * width + column]!
      if (node < 0 || row * row + column * column >= least) continue
      ;[best, least] = [node, row * row + column * column]
    }
  return best
}

/** 1 for each pixel of the patches that may be copied. */
function usablePixels({ width, hole, sources }: Level): Uint8Array {
  const usable = new Uint8Array(hole.length)
  for (const at of sources)
    for (let row = -REACH; row <= REACH; row++)
      usable.fill(1, at + row * width - REACH, at + row * width + REACH + 1)
  return usable
}

/** Each colour averaged with those around it, along rows and then along columns. */
function average({ width, height, colours }: Level): Float32Array {
  const along = new Float32Array(colours.length)
  const both = new Float32Array(colours.length)
  const run = (from: Float32Array, to: Float32Array, at: number, step: number, count: number) => {
    for (let i = 0; i < count; i++) {
      const [first, last] = [Math.max(0, i - SOFT), Math.min(count - 1, i + SOFT)]
      for (let c = 0; c < 3; c++) {
        let sum = 0
        for (let j = first; j <= last; j++) sum += from[3 * (at + j * step) + c]!
        to[3 * (at + i * step) + c] = sum / (last - first + 1)
      }
    }
  }
  for (let y = 0; y < height; y++) run(colours, along, y * width, 1, width)
  for (let x = 0; x < width; x++) run(along, both, x, width, height)
  return both
}
