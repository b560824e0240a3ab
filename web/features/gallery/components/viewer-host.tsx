import { Deferred } from '#web/ui/deferred.tsx'
import type { ViewerState } from '../lib/use-viewer.ts'

const loadViewer = () => import('./viewer.tsx').then(({ Viewer }) => Viewer)
const loadShareDialog = () =>
  import('../share/share-dialog.tsx').then(({ ShareDialog }) => ShareDialog)

/** What opens over a list of images: the viewer, and the link to one of them. */
export function ViewerHost({ viewer }: { viewer: ViewerState }) {
  const { image, alt, hasPrevious, hasNext, step, close, handlers, shared, stopSharing } = viewer
  return (
    <>
      {image !== null && (
        <Deferred
          load={loadViewer}
          props={{
            image,
            alt,
            hasPrevious,
            hasNext,
            onStep: step,
            onClose: close,
            handlers,
            isBehind: shared !== null,
          }}
        />
      )}
      {shared !== null && (
        <Deferred load={loadShareDialog} props={{ image: shared, onClose: stopSharing }} />
      )}
    </>
  )
}
