import { Title, VisuallyHidden } from '@mantine/core'
import { useRef } from 'react'
import { WaitingTiles } from '#web/features/gallery/components/waiting-tiles.tsx'
import { pageTitle } from '#web/lib/page-meta.ts'
import { useSession } from '#web/lib/session.ts'
import { useSite } from '#web/lib/site.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { useStageState } from '#web/features/generate/lib/stage-state.ts'
import { isOpen, useStage } from '#web/features/generate/lib/stage-store.ts'
import { useStageScroll } from '#web/features/generate/lib/use-stage-scroll.ts'
import { useTool } from '#web/features/generate/lib/tool.ts'
import { useTexts } from '../texts.ts'
import { EmptyStage } from './empty-stage.tsx'
import classes from '#web/features/generate/components/stage.module.css'
import { ToolSwitch } from './tool-switch.tsx'

const loadLiveStage = () => import('../stage/live-stage.tsx').then(({ LiveStage }) => LiveStage)

/** Where images are made: examples for visitors; for people with an account, and for jobs, what comes with them. */
export function Stage() {
  const t = useTexts()
  const title = t(`stage.${useTool()}`)
  const signedIn = useSession().me !== null
  const { brand } = useSite()
  const hasJobs = useStage(({ jobs }) => jobs.length > 0)
  useStageState(
    signedIn,
    useStage(({ jobs }) => jobs.some(isOpen)),
  )
  const scroller = useRef<HTMLElement>(null)
  useStageScroll(scroller)
  const welcome = <EmptyStage />
  return (
    <section ref={scroller} className={classes.stage} aria-label={t('stage.label')}>
      <VisuallyHidden>
        <Title order={1}>{title}</Title>
      </VisuallyHidden>
      <ToolSwitch className={classes.switch} />
      {signedIn || hasJobs ? (
        <Deferred
          load={loadLiveStage}
          props={{ signedIn, title: pageTitle(title, brand.name), welcome }}
          fallback={<WaitingTiles rows={3} />}
        />
      ) : (
        welcome
      )}
    </section>
  )
}
