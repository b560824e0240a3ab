import { useCallback, useMemo, type ReactNode } from 'react'
import type { GenerationRequestInput } from '#contract/generation-request.ts'
import { usePriceList } from '#web/features/create/api/use-quote.ts'
import { fieldsOf } from '../backdrop/backdrop.ts'
import { useChoice } from '../frame/draft-store.ts'
import { InputField } from '../frame/input-field.tsx'
import { ToolFrame } from '../frame/tool-frame.tsx'
import { useInput } from '../frame/use-input.ts'
import { useTexts } from '../texts.ts'
import type { Choice } from './choice.ts'
import { CutoutResult } from './cutout-result.tsx'
import { ManyOptions } from './many-options.tsx'
import { removeBackgroundTool } from './tool.ts'

const FIRST: Choice = { backdrop: { kind: 'none' }, shadow: false, crop: false }
const SEVERAL = { several: true }

/** /tools/background-removal */
export function RemoveBackgroundPage({ resendMail }: { resendMail: ReactNode }) {
  const t = useTexts()
  const input = useInput(removeBackgroundTool, 'image', SEVERAL)
  const prices = usePriceList()
  const [choice, change] = useChoice(removeBackgroundTool.key, FIRST)
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
      ...(choice.crop && { crop: true }),
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
          {input.many?.active === true && <ManyOptions choice={choice} onChange={change} />}
        </>
      )}
      renderResult={({ job, images: [image], onDetails }) =>
        image && <CutoutResult key={image.id} job={job} image={image} onDetails={onDetails} />
      }
    />
  )
}
