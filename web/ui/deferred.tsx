import { type ComponentType, useEffect } from 'react'
import { useDeferred } from '#web/lib/use-deferred.ts'

/**
 * A part of a page whose code comes when it is first shown; until then nothing stands in its place.
 * @param props.load e.g. `() => import('./viewer.tsx').then(({ Viewer }) => Viewer)`
 */
export function Deferred<P extends object>({
  load,
  props,
}: {
  load: () => Promise<ComponentType<P>>
  props: P
}) {
  const [Part, ask] = useDeferred(load)
  useEffect(() => void ask(), [ask])
  return Part && <Part {...props} />
}
