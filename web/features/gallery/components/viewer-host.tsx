import { Deferred } from '#web/ui/deferred.tsx'
import type { ViewerState } from '../use-viewer.ts'

const loadViewer = () => import('./viewer.tsx').then(({ Viewer }) => Viewer)
const loadShareDialog = () =>
  import('../share/share-dialog.tsx').then(({ ShareDialog }) => ShareDialog)

const loadReproduceDialog = () =>
  import('../reproduce/reproduce-dialog.tsx').then(({ ReproduceDialog }) => ReproduceDialog)

const loadSaveDialog = () => import('../save/save-dialog.tsx').then(({ SaveDialog }) => SaveDialog)

/** What opens over a list of images: the viewer, the link to one of them, how to save it, and making it again. */
export function ViewerHost({ viewer }: { viewer: ViewerState }) {
  const { image, alt, hasPrevious, hasNext, step, close, handlers } = viewer
  const { shared, stopSharing, saved, stopSaving, reproduced, stopReproducing } = viewer
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
            isBehind: shared !== null || saved !== null || reproduced !== null,
          }}
        />
      )}
      {shared !== null && (
        <Deferred load={loadShareDialog} props={{ image: shared, onClose: stopSharing }} />
      )}
      {reproduced !== null && (
        <Deferred
          load={loadReproduceDialog}
          props={{ image: reproduced, onClose: stopReproducing }}
        />
      )}
      {saved !== null && (
        <Deferred load={loadSaveDialog} props={{ image: saved, onClose: stopSaving }} />
      )}
    </>
  )
}
