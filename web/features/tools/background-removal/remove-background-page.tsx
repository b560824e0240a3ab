import { useCallback, useMemo, type ReactNode } from 'react'
import type { GenerationRequestInput } from '#contract/generation-request.ts'
import { usePriceList } from '#web/features/generate/api/use-quote.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { fieldsOf } from '#web/features/tool-page/backdrop/backdrop.ts'
import { useChoice } from '#web/features/tool-page/batch/draft-store.ts'
import { InputField } from '#web/features/tool-page/frame/input-field.tsx'
import { InputPreview } from '#web/features/tool-page/frame/input-preview.tsx'
import { ToolFrame } from '#web/features/tool-page/frame/tool-frame.tsx'
import { useInput } from '#web/features/tool-page/frame/use-input.ts'
import { useTexts } from '#web/features/tool-page/texts.ts'
import { FIRST_CHOICE } from './choice.ts'
import { removeBackgroundTool } from './tool.ts'

const loadResult = () => import('./cutout-result.tsx').then(({ CutoutResult }) => CutoutResult)

const loadManyOptions = () => import('./many-options.tsx').then(({ ManyOptions }) => ManyOptions)

const SEVERAL = { several: true }

/** /tools/background-removal */
export function RemoveBackgroundPage({ resendMail }: { resendMail: ReactNode }) {
  const t = useTexts()
  const input = useInput(removeBackgroundTool, 'image', SEVERAL)
  const prices = usePriceList()
  const [choice, change] = useChoice(removeBackgroundTool.key, FIRST_CHOICE)
  const { id } = input
  const ready = id !== null && Boolean(input.picture)
  const request = useMemo<GenerationRequestInput | null>(
    () => (id !== null && ready ? { type: 'RB', image: id } : null),
    [id, ready],
  )
  const each = useCallback(
    (image: string): GenerationRequestInput => ({
      type: 'RB',
      image,
      ...fieldsOf(choice.backdrop),
      ...(choice.shadow && { shadow: true }),
      ...(choice.size !== null ? { output_size: choice.size } : choice.crop && { crop: true }),
    }),
    [choice],
  )
  return (
    <ToolFrame
      tool={removeBackgroundTool}
      input={input}
      resendMail={resendMail}
      order={{
        request,
        each,
        listed: prices?.remove_background ?? null,
        wrong: id === null ? { image: t('input.chooseFirst') } : {},
      }}
      renderFields={(problems) => (
        <>
          <InputField input={input} problem={problems['image'] ?? null} />
          {input.many?.active === true && (
            <Deferred load={loadManyOptions} props={{ choice, onChange: change }} />
          )}
        </>
      )}
      renderResult={({ job, images: [image], onDetails }) =>
        image && (
          <Deferred
            key={image.id}
            load={loadResult}
            props={{ job, image, onDetails }}
            fallback={<InputPreview picture={image} />}
          />
        )
      }
    />
  )
}
