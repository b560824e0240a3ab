import { isDrawing } from '#contract/generation-request.ts'
import { Title, VisuallyHidden } from '@mantine/core'
import { useCallback, useMemo, useRef } from 'react'
import type { Job } from '#contract/inference-jobs.ts'
import { pageTitle } from '#web/lib/page-meta.ts'
import { useSession } from '#web/lib/session.ts'
import { useSite } from '#web/lib/site.ts'
import { useHistory } from '#web/features/gallery/api/use-history.ts'
import { useLiveJobs } from '../api/use-jobs.ts'
import { isOpen, useStage } from '../lib/stage-store.ts'
import { STAGE_WATCHER, useStageState } from '../lib/stage-state.ts'
import { useLiveMessage } from '../lib/use-live-message.ts'
import { useTool } from '../lib/tool.ts'
import { usePageTitle } from '../lib/use-page-title.ts'
import { useReuse, useStartFrom } from '../lib/use-reuse.ts'
import { useStageScroll } from '../lib/use-stage-scroll.ts'
import { ViewerHost } from '#web/features/gallery/components/viewer-host.tsx'
import { ResultHandlersContext } from '#web/features/gallery/lib/result-handlers.ts'
import { useViewer } from '#web/features/gallery/lib/use-viewer.ts'
import { useTexts } from '../texts.ts'
import { EmptyStage } from './empty-stage.tsx'
import { WaitingTiles } from '#web/features/gallery/components/waiting-tiles.tsx'
import classes from './stage.module.css'
import { StageJobs } from './stage-jobs.tsx'
import { ToolSwitch } from './tool-switch.tsx'
import { Deferred } from '#web/ui/deferred.tsx'

const loadHistory = () =>
  import('#web/features/gallery/components/history-grid.tsx').then(({ HistoryGrid }) => HistoryGrid)

/** What runs and what it became, then the history, and the viewer over both. */
export function Stage() {
  const t = useTexts()
  const tool = useTool()
  const title = t(`stage.${tool}`)
  const signedIn = useSession().me !== null
  const { brand } = useSite()
  const jobs = useStage((state) => state.jobs)
  const history = useHistory(signedIn)
  const lost = useLiveJobs(signedIn)
  useStageState(signedIn, jobs.some(isOpen))

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
  usePageTitle(jobs, pageTitle(title, brand.name))

  const scroller = useRef<HTMLElement>(null)
  useStageScroll(scroller)

  const hidden = useMemo(() => new Set([...onStage, ...viewer.deleted]), [onStage, viewer.deleted])
  const hasHistory = history.cells.some(({ id }) => !hidden.has(id))
  const empty = jobs.length === 0 && !hasHistory && !history.isPending && !history.isError

  return (
    <ResultHandlersContext value={viewer.handlers}>
      <section ref={scroller} className={classes.stage} aria-label={t('stage.label')}>
        <VisuallyHidden>
          <Title order={1}>{title}</Title>
          <div role="status" aria-live="polite">
            {message}
          </div>
        </VisuallyHidden>
        <ToolSwitch className={classes.switch} />
        <div>
          <StageJobs lost={lost} hidden={viewer.deleted} onOpen={open} onRetry={retry} />
          {(empty || !signedIn) && jobs.length === 0 && <EmptyStage />}
        </div>
        {signedIn && !empty && (
          <Deferred
            load={loadHistory}
            props={{ list: history, hidden, followed: viewer.image?.id ?? null, onOpen: open }}
            fallback={<WaitingTiles rows={3} />}
          />
        )}
        <ViewerHost viewer={viewer} />
      </section>
    </ResultHandlersContext>
  )
}
