import { isDrawing } from '#contract/generation-request.ts'
import { Text, Title, VisuallyHidden } from '@mantine/core'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { pageTitle } from '#web/lib/page-meta.ts'
import { useSession } from '#web/lib/session.ts'
import { useSite } from '#web/lib/site.ts'
import { useUiState } from '#web/lib/ui-state.ts'
import type { PictureWatcher } from '#web/features/gallery/api/use-image-actions.ts'
import { useHistory } from '#web/features/gallery/api/use-history.ts'
import { useCancelJob, useLiveJobs } from '../api/use-jobs.ts'
import { isOpen, stageStore, useStage } from '../lib/stage-store.ts'
import { useLiveMessage } from '../lib/use-live-message.ts'
import { useTool } from '../lib/tool.ts'
import { usePageTitle } from '../lib/use-page-title.ts'
import { useReuse, useStartFrom } from '../lib/use-reuse.ts'
import { useStageScroll } from '../lib/use-stage-scroll.ts'
import { ResultHandlersContext } from '#web/features/gallery/lib/result-actions.ts'
import { useViewer } from '#web/features/gallery/lib/use-viewer.ts'
import { EmptyStage } from './empty-stage.tsx'
import { HistoryGrid } from '#web/features/gallery/components/history-grid.tsx'
import { JobCard } from './job-card.tsx'
import classes from './stage.module.css'
import { ToolSwitch } from './tool-switch.tsx'
import { Viewer } from '#web/features/gallery/components/viewer.tsx'

/** The persisted state says whether something is being made; the stage is emptied at sign-out. */
function useStageState(signedIn: boolean, anyOpen: boolean): void {
  const setGenerating = useUiState((state) => state.setGenerating)
  useEffect(() => setGenerating(anyOpen), [anyOpen, setGenerating])
  useEffect(() => {
    if (!signedIn) stageStore.getState().clear()
  }, [signedIn])
}

/** What is done to a picture shows on the stage too. */
const STAGE_WATCHER: PictureWatcher = {
  onChanged: (image) => stageStore.getState().putImage(image),
  onRemoved: (id) => stageStore.getState().removeImage(id),
  onRestored: (image) => stageStore.getState().putImage(image),
}

const TITLES = { text: 'Text to image', image: 'Image to image' }

/** What runs and what it became, then the history, and the viewer over both. */
export function Stage() {
  const tool = useTool()
  const signedIn = useSession().me !== null
  const { brand } = useSite()
  const jobs = useStage((state) => state.jobs)
  const cancel = useCancelJob()
  const history = useHistory(signedIn)
  const lost = useLiveJobs(signedIn)
  useStageState(signedIn, jobs.some(isOpen))

  const made = useMemo(() => jobs.flatMap((job) => job.images), [jobs])
  // Its identity changes only when a picture came or went, not with every step.
  const madeIds = made.map(({ id }) => id).join()
  const older = useMemo(() => {
    const onStage = new Set(madeIds.split(','))
    return (history.data?.pages ?? [])
      .flatMap((page) => page.results)
      .filter(({ id }) => !onStage.has(id))
  }, [history.data, madeIds])
  const all = useMemo(() => [...made, ...older], [made, older])
  const reuse = useReuse()
  const startFrom = useStartFrom()
  const viewer = useViewer(all, reuse, startFrom, STAGE_WATCHER)
  const { open } = viewer
  const message = useLiveMessage(jobs)
  usePageTitle(jobs, pageTitle(TITLES[tool], brand.name))

  const scroller = useRef<HTMLElement>(null)
  useStageScroll(scroller)

  const { fetchNextPage, refetch } = history
  const onMore = useCallback(() => void fetchNextPage(), [fetchNextPage])
  const onRetry = useCallback(() => void refetch(), [refetch])
  const empty = jobs.length === 0 && older.length === 0 && !history.isPending && !history.isError

  return (
    <ResultHandlersContext value={viewer.handlers}>
      <section ref={scroller} className={classes.stage} aria-label="Images">
        <VisuallyHidden>
          <Title order={1}>{TITLES[tool]}</Title>
          <div role="status" aria-live="polite">
            {message}
          </div>
        </VisuallyHidden>
        <ToolSwitch className={classes.switch} />
        {jobs.map((job) => (
          <JobCard
            key={job.id}
            job={job}
            lost={lost}
            hidden={viewer.deleted}
            cancelling={cancel.isPending && cancel.variables === job.id}
            onOpen={open}
            onCancel={() => cancel.mutate(job.id)}
            onDismiss={() => stageStore.getState().dismiss(job.id)}
            onRetry={() =>
              reuse(job.parameters, isDrawing(job.parameters) ? job.parameters.seed : null)
            }
          />
        ))}
        {(empty || !signedIn) && jobs.length === 0 && <EmptyStage />}
        {signedIn && !empty && (
          <>
            {older.length > 0 && (
              <Text
                component="h2"
                size="sm"
                fw={700}
                c="dimmed"
                mt={jobs.length > 0 ? 'lg' : 0}
                mb={8}
              >
                History
              </Text>
            )}
            <HistoryGrid
              images={older}
              loading={history.isPending || history.isFetchingNextPage}
              failed={history.isError}
              more={history.hasNextPage}
              onMore={onMore}
              onRetry={onRetry}
              onOpen={open}
            />
          </>
        )}
        {viewer.image !== null && (
          <Viewer
            image={viewer.image}
            hasPrevious={viewer.hasPrevious}
            hasNext={viewer.hasNext}
            onStep={viewer.step}
            onClose={viewer.close}
            handlers={viewer.handlers}
          />
        )}
      </section>
    </ResultHandlersContext>
  )
}
