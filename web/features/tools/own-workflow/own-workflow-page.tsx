import { useCallback, useMemo, type ReactNode } from 'react'
import type { GenerationRequestInput } from '#contract/generation-request.ts'
import type { OwnWorkflow } from '#contract/generation-servers.ts'
import { useHandedOver } from '#web/features/generate/lib/handed-over.ts'
import { useChoice } from '#web/features/tool-page/batch/draft-store.ts'
import { InputField } from '#web/features/tool-page/frame/input-field.tsx'
import { PromptArea } from '#web/features/tool-page/frame/prompt-area.tsx'
import { ComparedResult } from '#web/features/tool-page/frame/compared-result.tsx'
import { ToolFrame } from '#web/features/tool-page/frame/tool-frame.tsx'
import { jobTypesOf } from '#web/features/tool-page/frame/tool.ts'
import { useInput } from '#web/features/tool-page/frame/use-input.ts'
import { useTexts } from './texts.ts'
import { ownWorkflowTool } from './tool.ts'
import { WorkflowField } from './workflow-field.tsx'

interface Choice {
  prompt: string
  /** Id of one of the workflows; null: the first. */
  workflow: string | null
}

const FIRST: Choice = { prompt: '', workflow: null }

/**
 * /tools/workflows: what this site has set up beside its other tools.
 * @param props.workflows those that can run, at least one, the preferred one first
 */
export function OwnWorkflowPage({
  workflows,
  resendMail,
}: {
  workflows: readonly [OwnWorkflow, ...OwnWorkflow[]]
  resendMail: ReactNode
}) {
  const t = useTexts()
  const [choice, change] = useChoice(ownWorkflowTool.key, FIRST)
  // A draft may name a workflow that has gone since.
  const workflow = workflows.find(({ id }) => id === choice.workflow) ?? workflows[0]
  const { takes_image: takesImage, takes_prompt: takesPrompt } = workflow
  const input = useInput(ownWorkflowTool)
  const takeOver = useCallback(
    ({ prompt: words, workflow: id }: Readonly<Record<string, unknown>>) =>
      change({
        prompt: typeof words === 'string' ? words : '',
        workflow: typeof id === 'string' ? id : null,
      }),
    [change],
  )
  useHandedOver(jobTypesOf(ownWorkflowTool), takeOver)
  const prompt = choice.prompt.trim()
  const image = takesImage && input.picture ? input.id : null
  const ready = (!takesImage || image !== null) && (!takesPrompt || prompt !== '')
  const request = useMemo<GenerationRequestInput | null>(
    () =>
      ready
        ? {
            type: 'OTR',
            workflow: workflow.id,
            ...(image !== null && { image }),
            ...(takesPrompt && { prompt }),
          }
        : null,
    [ready, workflow.id, image, takesPrompt, prompt],
  )
  return (
    <ToolFrame
      tool={ownWorkflowTool}
      input={input}
      resendMail={resendMail}
      order={{
        request,
        listed: workflow.credits,
        wrong: {
          ...(takesImage && image === null && { image: t('workflows.chooseImage') }),
          ...(takesPrompt && prompt === '' && { prompt: t('workflows.say') }),
        },
      }}
      renderFields={(problems) => (
        <>
          <WorkflowField
            workflows={workflows}
            chosen={workflow}
            problem={problems['workflow'] ?? null}
            onChoose={(id) => change({ workflow: id })}
          />
          {takesImage && (
            <InputField
              label={t('workflows.image')}
              input={input}
              problem={problems['image'] ?? null}
            />
          )}
          {takesPrompt && (
            <PromptArea
              label={t('workflows.prompt')}
              placeholder={t('workflows.example')}
              value={choice.prompt}
              problems={problems}
              onChange={(next) => change({ prompt: next })}
            />
          )}
        </>
      )}
      renderResult={(result) => (
        <ComparedResult {...result} tool={ownWorkflowTool} alt={t('workflows.result')} />
      )}
    />
  )
}
