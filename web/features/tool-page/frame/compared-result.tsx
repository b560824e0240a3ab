import type { ComponentProps } from 'react'
import { Deferred } from '#web/ui/deferred.tsx'
import type { CompareResult } from './compare-result.tsx'
import { InputPreview } from './input-preview.tsx'
import type { ResultView } from './result-view.ts'

const loadResult = () => import('./compare-result.tsx').then((module) => module.CompareResult)

/** The one result of a tool beside what it was, loaded when there is one. */
export function ComparedResult({
  images: [image],
  ...rest
}: Parameters<ResultView>[0] &
  Pick<ComponentProps<typeof CompareResult>, 'tool' | 'alt' | 'note'>) {
  if (!image) return null
  return (
    <Deferred
      key={image.id}
      load={loadResult}
      props={{ ...rest, image }}
      fallback={<InputPreview picture={image} />}
    />
  )
}
