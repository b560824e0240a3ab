import { type ComponentType, type ReactNode, useEffect } from 'react'
import { useDeferred } from '#web/lib/use-deferred.ts'

/**
 * A part of a page whose code comes when it is first shown.
 * @param props.load e.g. `() => import('./viewer.tsx').then(({ Viewer }) => Viewer)`
 * @param props.fallback what stands in its place until then, as large as it where anything stands below
 */
export function Deferred<P extends object>({
  load,
  props,
  fallback = null,
}: {
  load: () => Promise<ComponentType<P>>
  props: P
  fallback?: ReactNode
}) {
  const [Part, ask] = useDeferred(load)
  useEffect(() => void ask(), [ask])
  return Part ? <Part {...props} /> : fallback
}
