import { useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { JobType } from '#contract/prediction-images.ts'

type Parameters = Readonly<Record<string, unknown>>

/** Parameters that the page of a tool has not taken over yet. They are no part of its address: a prompt is long. */
const waiting = createStore<{ parameters: Parameters | null }>(() => ({ parameters: null }))

/** Gives the parameters of a tool's job to the page of that tool, which is gone to next. */
export const handOver = (parameters: Parameters): void => waiting.setState({ parameters })

/**
 * Takes parameters over that were given to this page, once; to be called after the tool's draft was read.
 * @param types of the page's jobs; the same list each time
 * @param take the same function each time
 */
export function useHandedOver(
  types: readonly JobType[],
  take: (parameters: Parameters) => void,
): void {
  const parameters = useStore(waiting, (state) => state.parameters)
  useEffect(() => {
    if (!parameters || !types.includes(parameters['type'] as JobType)) return
    waiting.setState({ parameters: null })
    take(parameters)
  }, [parameters, types, take])
}
