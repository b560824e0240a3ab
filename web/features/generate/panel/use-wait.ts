import { createContext, type Dispatch, type SetStateAction, use, useLayoutEffect } from 'react'

/** What has to be there before a panel can order: an image or several that are on their way, or what faces they show. */
export type Wait = 'image' | 'images' | 'faces'

export type Waits = readonly { for: Wait }[]

/** What the fields of a panel wait for now, and the way to change it. */
export const WaitsContext = createContext<[Waits, Dispatch<SetStateAction<Waits>>]>([
  [],
  () => undefined,
])

/**
 * Lets a field hold back the button of its panel, which says what it waits for. It ends with the field.
 * @param wait null: for nothing
 */
export function useWait(wait: Wait | null): void {
  const [, setWaits] = use(WaitsContext)
  // Before the page is painted: nobody can press a button that does not know yet.
  useLayoutEffect(() => {
    if (wait === null) return undefined
    const own = { for: wait }
    setWaits((all) => [...all, own])
    return () => setWaits((all) => all.filter((one) => one !== own))
  }, [wait, setWaits])
}
