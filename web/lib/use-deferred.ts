import { type ComponentType, useCallback, useRef, useState } from 'react'
import { handleError } from './errors.ts'

/** The parts that came, by what loaded them: a page that is left and comes back has them at once. */
const parts = new WeakMap<object, unknown>()

/**
 * A part of a page whose code comes when it is first asked for. A load that fails is told like a failed call; the next
 * asking tries again.
 * @param load e.g. `() => import('./drawer.tsx').then(({ Drawer }) => Drawer)`; the one of the first render counts. A part that
 *   must be there at once on the second time has a constant for it.
 * @returns the component, null until it is there, and what asks for it and says whether it came
 */
export function useDeferred<P>(
  load: () => Promise<ComponentType<P>>,
): [part: ComponentType<P> | null, ask: () => Promise<boolean>] {
  const [part, setPart] = useState(() => (parts.get(load) as ComponentType<P> | undefined) ?? null)
  const first = useRef(load)
  const asked = useRef<Promise<boolean> | null>(null)
  const ask = useCallback(() => {
    const fetchPart = async (): Promise<boolean> => {
      try {
        const loaded = await first.current()
        parts.set(first.current, loaded)
        setPart(() => loaded)
        return true
      } catch (error) {
        asked.current = null
        handleError(error)
        return false
      }
    }
    asked.current ??= fetchPart()
    return asked.current
  }, [])
  return [part, ask]
}
