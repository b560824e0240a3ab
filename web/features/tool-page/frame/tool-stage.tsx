import { Title } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { useStageState } from '#web/features/generate/lib/stage-state.ts'
import { useStageScroll } from '#web/features/generate/lib/use-stage-scroll.ts'
import stage from '#web/features/generate/components/stage.module.css'
import { useSession } from '#web/lib/session.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { useToolNames } from '#web/lib/tool-names/use-tool-names.ts'
import { EmptyTool } from './empty-tool.tsx'
import { InputPreview } from './input-preview.tsx'
import type { ResultView } from './result-view.ts'
import type { Tool } from './tool.ts'
import type { Input } from './use-input.ts'
import { openJobs, useShownJob } from './use-shown-job.ts'
import { useTexts } from '../texts.ts'

const loadLiveStage = () =>
  import('./live-tool-stage.tsx').then(({ LiveToolStage }) => LiveToolStage)

/** What the tool is at: its sample for visitors; for people with an account, and for jobs, what comes with them. */
export function ToolStage({
  tool,
  input,
  problems,
  empty,
  renderResult,
}: {
  tool: Tool
  input: Input
  /** Against some of several images, by place. */
  problems: ReadonlyMap<number, string>
  /** Shown while nothing is chosen, beside the sample of the tool or in its place. */
  empty: ReactNode
  renderResult: ResultView
}) {
  const t = useTexts()
  const names = useToolNames()
  const signedIn = useSession().me !== null
  const known = useShownJob(tool)
  useStageState(signedIn, openJobs(known.jobs).length > 0)
  const scroller = useRef<HTMLElement>(null)
  useStageScroll(scroller)
  const chosen = input.picture ? (
    <InputPreview picture={input.picture} />
  ) : (
    input.id === null && (
      <EmptyTool tool={tool} input={input}>
        {empty}
      </EmptyTool>
    )
  )
  return (
    <section ref={scroller} className={stage.stage} aria-label={t('toolStage.images')}>
      <Title order={1} fz="lg" mb="sm">
        {names.name(tool.key)}
      </Title>
      {signedIn || known.jobs.length > 0 ? (
        <Deferred
          load={loadLiveStage}
          props={{ tool, input, problems, known, scroller, chosen, renderResult }}
          fallback={input.many?.active !== true && chosen}
        />
      ) : (
        chosen
      )}
    </section>
  )
}
