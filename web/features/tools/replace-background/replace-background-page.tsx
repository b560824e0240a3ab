import { useCallback, useMemo, type ReactNode } from 'react'
import type { GenerationRequestInput } from '#contract/generation-request.ts'
import { usePriceList } from '#web/features/generate/api/use-quote.ts'
import { useHandedOver } from '#web/features/generate/lib/handed-over.ts'
import { useChoice, useChosenImage } from '#web/features/tool-page/batch/draft-store.ts'
import { jobTypesOf } from '#web/features/tool-page/frame/tool.ts'
import { InputField } from '#web/features/tool-page/frame/input-field.tsx'
import { ComparedResult } from '#web/features/tool-page/frame/compared-result.tsx'
import { ToolFrame } from '#web/features/tool-page/frame/tool-frame.tsx'
import { useInput } from '#web/features/tool-page/frame/use-input.ts'
import { useTexts } from '#web/features/tool-page/texts.ts'
import { BackgroundFields } from './background-fields.tsx'
import { backgroundOf, type Choice, choiceOf } from './choice.ts'
import { replaceBackgroundTool } from './tool.ts'
import { usePainters } from './use-painters.ts'

const SEVERAL = { several: true }

const FIRST: Choice = {
  way: 'scene',
  scene: 'office',
  prompt: '',
  model: null,
  plain: { kind: 'gradient', from: '#f1f3f5', to: '#adb5bd' },
}

/** /tools/replace-background */
export function ReplaceBackgroundPage({ resendMail }: { resendMail: ReactNode }) {
  const t = useTexts()
  const input = useInput(replaceBackgroundTool, 'image', SEVERAL)
  const behind = useInput(replaceBackgroundTool, 'background')
  const prices = usePriceList()
  const painters = usePainters()
  const [kept, change] = useChoice(replaceBackgroundTool.key, FIRST)
  const [, chooseBehind] = useChosenImage(replaceBackgroundTool.key, 'background')
  const takeOver = useCallback(
    (parameters: Readonly<Record<string, unknown>>) => {
      const chosen = choiceOf(parameters)
      change(chosen.choice)
      if (chosen.image !== null) chooseBehind(chosen.image)
    },
    [change, chooseBehind],
  )
  useHandedOver(jobTypesOf(replaceBackgroundTool), takeOver)
  // A draft may name a model that has gone since.
  const hasModel = painters.some((painter) => painter.id === kept.model)
  const canDraw = painters.length > 0
  const choice = useMemo(
    () => ({
      ...kept,
      model: hasModel ? kept.model : null,
      way: kept.way === 'drawn' && !canDraw ? FIRST.way : kept.way,
    }),
    [hasModel, canDraw, kept],
  )
  const { id } = input
  const ready = Boolean(input.picture)
  const image = behind.picture ? behind.id : null
  const background = useMemo(() => backgroundOf(choice, image), [choice, image])
  const each = useCallback(
    (one: string): GenerationRequestInput | null =>
      background && { type: 'RPB', image: one, ...background },
    [background],
  )
  const request = useMemo(() => (id !== null && ready ? each(id) : null), [id, ready, each])
  return (
    <ToolFrame
      tool={replaceBackgroundTool}
      input={input}
      resendMail={resendMail}
      order={{
        request,
        each,
        listed: prices?.replace_background ?? null,
        wrong: {
          ...(id === null && { image: t('input.chooseFirst') }),
          // Every other way has something chosen from the start.
          ...(background === null &&
            (choice.way === 'drawn'
              ? { prompt: t('newBackground.describeFirst') }
              : { background_image: t('newBackground.chooseFirst') })),
        },
      }}
      renderFields={(problems) => (
        <>
          <InputField
            label={t('newBackground.photo')}
            input={input}
            problem={problems['image'] ?? null}
            takesDrops={id === null || choice.way !== 'image'}
          />
          <BackgroundFields
            choice={choice}
            onChange={change}
            painters={painters}
            behind={behind}
            takesDrops={id !== null}
            problems={problems}
          />
        </>
      )}
      renderResult={(result) => (
        <ComparedResult {...result} tool={replaceBackgroundTool} alt={t('newBackground.alt')} />
      )}
    />
  )
}
