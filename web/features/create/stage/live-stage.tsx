import { VisuallyHidden } from '@mantine/core'
import { type ReactNode, useCallback, useMemo } from 'react'
import { isDrawing } from '#contract/drawing-parameters.ts'
import type { Job } from '#contract/inference-jobs.ts'
import { useHistory } from '#web/features/gallery/api/use-history.ts'
import { ViewerHost } from '#web/features/gallery/components/viewer-host.tsx'
import { WaitingTiles } from '#web/features/gallery/components/waiting-tiles.tsx'
import { ResultHandlersContext } from '#web/features/gallery/lib/result-handlers.ts'
import { useViewer } from '#web/features/gallery/use-viewer.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { useLiveJobs } from '#web/features/generate/api/use-jobs.ts'
import { STAGE_WATCHER } from '#web/features/generate/lib/stage-state.ts'
import { useStage } from '#web/features/generate/lib/stage-store.ts'
import { NotifyButton } from '#web/features/generate/stage/notify-button.tsx'
import { StageJobs } from './stage-jobs.tsx'
import { useLiveMessage } from '#web/features/generate/stage/use-live-message.ts'
import { usePageTitle } from '#web/features/generate/stage/use-page-title.ts'
import { useReuse, useStartFrom } from '#web/features/generate/stage/use-reuse.ts'

/** The images of both pages that draw; each tool has its own on its page. */
const DRAWINGS = 'TTI,ITI'

const loadHistory = () =>
  import('#web/features/gallery/components/history-grid.tsx').then(({ HistoryGrid }) => HistoryGrid)

/**
 * What runs and what it became, then the history, and the viewer over both.
 * @param props.title of the page
 * @param props.welcome in place of images where there are none yet
 */
export function LiveStage({
  signedIn,
  title,
  welcome,
}: {
  signedIn: boolean
  title: string
  welcome: ReactNode
}) {
  const jobs = useStage((state) => state.jobs)
  const history = useHistory(signedIn, DRAWINGS)
  const lost = useLiveJobs(signedIn)

  const made = useMemo(() => jobs.flatMap((job) => job.images), [jobs])
  // Its identity changes only when an image came or went, not with every step.
  const madeIds = made.map(({ id }) => id).join()
  const onStage = useMemo(() => new Set(madeIds === '' ? [] : madeIds.split(',')), [madeIds])
  const older = useMemo(
    () => [...history.items.values()].filter(({ id }) => !onStage.has(id)),
    [history.items, onStage],
  )
  const all = useMemo(() => [...made, ...older], [made, older])
  const reuse = useReuse()
  const startFrom = useStartFrom()
  const viewer = useViewer(all, reuse, startFrom, STAGE_WATCHER)
  const { open } = viewer
  const retry = useCallback(
    ({ parameters }: Job) => void reuse(parameters, isDrawing(parameters) ? parameters.seed : null),
    [reuse],
  )
  const message = useLiveMessage(jobs)
  usePageTitle(jobs, title)

  const hidden = useMemo(() => new Set([...onStage, ...viewer.deleted]), [onStage, viewer.deleted])
  const hasHistory = history.cells.some(({ id }) => !hidden.has(id))
  const empty = jobs.length === 0 && !hasHistory && !history.isPending && !history.isError

  return (
    <ResultHandlersContext value={viewer.handlers}>
      <VisuallyHidden role="status" aria-live="polite">
        {message}
      </VisuallyHidden>
      <div>
        <NotifyButton jobs={jobs} />
        <StageJobs lost={lost} hidden={viewer.deleted} onOpen={open} onRetry={retry} />
        {empty && welcome}
      </div>
      {signedIn && !empty && (
        <Deferred
          load={loadHistory}
          props={{ list: history, hidden, followed: viewer.image?.id ?? null, onOpen: open }}
          fallback={<WaitingTiles rows={3} />}
        />
      )}
      <ViewerHost viewer={viewer} />
    </ResultHandlersContext>
  )
}
