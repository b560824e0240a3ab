import { useState } from 'react'
import { type Input, useInput } from '#web/features/tool-page/frame/use-input.ts'
import { editImageTool } from './tool.ts'

/** The image that is changed, and those to take from. */
export interface Images {
  first: Input
  /** Those to take from, in the order in which they are sent; the last one may be empty. */
  others: readonly { slot: string; input: Input }[]
  /** Ids of the chosen ones, with spaces between them. */
  ids: string
  /** Shows a place for one more; null while there is an empty one, or where the model takes no more. */
  add: (() => void) | null
}

/** @param most images that the chosen model takes; no model takes more than four */
export function useImages(most: number): Images {
  const first = useInput(editImageTool)
  const second = useInput(editImageTool, 'second')
  const third = useInput(editImageTool, 'third')
  const fourth = useInput(editImageTool, 'fourth')
  const [wanted, setWanted] = useState(0)
  const slots = [
    { slot: 'second', input: second },
    { slot: 'third', input: third },
    { slot: 'fourth', input: fourth },
  ].slice(0, most - 1)
  const filled = slots.filter(({ input }) => input.id !== null)
  const empty = slots.find(({ input }) => input.id === null)
  const hasPlace = wanted > filled.length
  return {
    first,
    others: empty && hasPlace ? [...filled, empty] : filled,
    ids: [first, ...filled.map(({ input }) => input)].flatMap(({ id }) => id ?? []).join(' '),
    add: first.id === null || !empty || hasPlace ? null : () => setWanted(filled.length + 1),
  }
}
