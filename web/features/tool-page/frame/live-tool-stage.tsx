import { Button, VisuallyHidden } from '@mantine/core'
import { type ReactNode, type RefObject, useCallback, useMemo } from 'react'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { useLiveJobs } from '#web/features/generate/api/use-jobs.ts'
import { STAGE_WATCHER } from '#web/features/generate/lib/stage-state.ts'
import { openBatches, useStage } from '#web/features/generate/lib/stage-store.ts'
import { useLiveMessage } from '#web/features/generate/stage/use-live-message.ts'
import { usePageTitle } from '#web/features/generate/stage/use-page-title.ts'
import { useReuse, useStartFrom } from '#web/features/generate/stage/use-reuse.ts'
import type { PictureWatcher } from '#web/features/gallery/api/use-image-actions.ts'
import { WaitingTiles } from '#web/features/gallery/components/waiting-tiles.tsx'
import { ViewerHost } from '#web/features/gallery/components/viewer-host.tsx'
import { ResultHandlersContext } from '#web/features/gallery/lib/result-handlers.ts'
import { useViewer } from '#web/features/gallery/use-viewer.ts'
import { pageTitle } from '#web/lib/page-meta.ts'
import { useSession } from '#web/lib/session.ts'
import { useSite } from '#web/lib/site.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { useToolNames } from '#web/lib/tool-names/use-tool-names.ts'
import { showJob, useShownBatches } from '../batch/draft-store.ts'
import { OtherJobs } from './other-jobs.tsx'
import { ShownJob } from './shown-job.tsx'
import type { ResultView } from './result-view.ts'
import classes from './tool.module.css'
import { jobTypesOf, type Tool } from './tool.ts'
import type { Input } from './use-input.ts'
import { openJobs, type useShownJob } from './use-shown-job.ts'
import { useToolHistory } from './use-tool-history.ts'
import { useTexts } from '../texts.ts'

const loadHistory = () =>
  import('#web/features/gallery/components/history-grid.tsx').then(({ HistoryGrid }) => HistoryGrid)

const loadManyStage = () => import('../batch/many-stage.tsx').then(({ ManyStage }) => ManyStage)

const loadNotifyButton = () =>
  import('#web/features/generate/stage/notify-button.tsx').then(({ NotifyButton }) => NotifyButton)
const loadBatchView = () => import('../batch/batch-view.tsx').then(({ BatchView }) => BatchView)

/** The job that the chosen image became, or its result; then the other jobs and what was made before. */
export function LiveToolStage({
  tool,
  input,
  problems,
  known: { jobs, shown: named },
  scroller,
  chosen,
  renderResult,
}: {
  tool: Tool
  input: Input
  /** Against some of several images, by place. */
  problems: ReadonlyMap<number, string>
  known: ReturnType<typeof useShownJob>
  /** What scrolls, on a wide screen. */
  scroller: RefObject<HTMLElement | null>
  /** The chosen image; before there is one, the sample of the tool. */
  chosen: ReactNode
  renderResult: ResultView
}) {
  const t = useTexts()
  const names = useToolNames()
  const signedIn = useSession().me !== null
  const { brand } = useSite()
  const open = openJobs(jobs)
  const { many } = input
  const batches = useShownBatches(tool.key)
  const types = jobTypesOf(tool)
  const batchJobs = useStage((state) => state.batchJobs)
  const elsewhere = openBatches({ batchJobs }).filter(
    ({ id, type }) => types.includes(type) && !batches.some((one) => one.id === id),
  )
  const lost = useLiveJobs(signedIn)
  // A job that was started elsewhere is the news as long as nothing is chosen here.
  const shown =
    named ??
    (named === null && input.id === null && many?.active !== true ? (open[0] ?? null) : named)

  const { list, readAnew } = useToolHistory(tool, signedIn)
  const made = [...list.items.values()]
  const listed = new Set(made.map(({ id }) => id))
  const images = [...(shown?.images ?? []).filter(({ id }) => !listed.has(id)), ...made]
  const watcher = useMemo(() => watcherOf(readAnew), [readAnew])
  const viewer = useViewer(images, useReuse(), useStartFrom(), watcher)
  const message = useLiveMessage(shown ? [shown] : [])
  usePageTitle(jobs, pageTitle(names.name(tool.key), brand.name))

  const onOpen = useCallback(
    ({ job }: PredictionImage) => {
      showJob(tool.key, job)
      scroller.current?.scrollTo({ top: 0 })
      if (scroller.current?.scrollHeight === scroller.current?.clientHeight)
        window.scrollTo({ top: 0 })
    },
    [tool.key, scroller],
  )
  const shownIds = (shown?.images ?? []).map(({ id }) => id).join()
  const hidden = useMemo(
    () => new Set([...viewer.deleted, ...shownIds.split(',')]),
    [viewer.deleted, shownIds],
  )
  const hasHistory = list.isError || list.cells.some(({ id }) => !hidden.has(id))

  return (
    <ResultHandlersContext value={viewer.handlers}>
      <VisuallyHidden>
        <div role="status" aria-live="polite">
          {message}
        </div>
      </VisuallyHidden>
      {jobs.length > 0 && <Deferred load={loadNotifyButton} props={{ jobs }} />}
      {shown && (
        <ShownJob
          tool={tool}
          job={shown}
          lost={lost}
          deleted={viewer.deleted}
          renderResult={renderResult}
          onDetails={viewer.open}
        />
      )}
      {shown && batches.length > 0 && (
        <Button
          variant="default"
          mt="md"
          className={classes.action}
          onClick={() => showJob(tool.key, null)}
        >
          {t('toolStage.backToAll')}
        </Button>
      )}
      {!shown && many?.active === true && (
        <Deferred load={loadManyStage} props={{ many, problems }} />
      )}
      {!shown && many?.active !== true && input.picture && chosen}
      {!shown &&
        batches.map((batch) => (
          <Deferred
            key={batch.id}
            load={loadBatchView}
            props={{ tool: tool.key, title: names.name(tool.key), batch }}
          />
        ))}
      {!shown && input.id === null && many?.active !== true && batches.length === 0 && chosen}
      <OtherJobs tool={tool} jobs={open.filter(({ id }) => id !== shown?.id)} batches={elsewhere} />
      {signedIn && hasHistory && (
        <div className={classes.history}>
          <Deferred
            load={loadHistory}
            props={{ list, hidden, followed: viewer.image?.id ?? null, onOpen }}
            fallback={<WaitingTiles rows={3} />}
          />
        </div>
      )}
      <ViewerHost viewer={viewer} />
    </ResultHandlersContext>
  )
}

/** What is done to an image shows in the history of the tool, too. */
const watcherOf = (readAnew: () => void): PictureWatcher => ({
  onChanged: (image) => {
    STAGE_WATCHER.onChanged(image)
    readAnew()
  },
  onRemoved: (id) => {
    STAGE_WATCHER.onRemoved(id)
    readAnew()
  },
  onRestored: (image) => {
    STAGE_WATCHER.onRestored(image)
    readAnew()
  },
})
