import { useMemo, type ReactNode } from 'react'
import type { GenerationRequestInput } from '#contract/generation-request.ts'
import { usePriceList } from '#web/features/create/api/use-quote.ts'
import { InputField } from '../frame/input-field.tsx'
import { ToolFrame } from '../frame/tool-frame.tsx'
import { useInput } from '../frame/use-input.ts'
import { CutoutResult } from './cutout-result.tsx'
import { removeBackgroundTool } from './tool.ts'

/** /tools/background-removal */
export function RemoveBackgroundPage({ resendMail }: { resendMail: ReactNode }) {
  const input = useInput(removeBackgroundTool)
  const prices = usePriceList()
  const { id } = input
  const ready = id !== null && Boolean(input.picture)
  const request = useMemo<GenerationRequestInput | null>(
    () => (id !== null && ready ? { type: 'RB', image: id } : null),
    [id, ready],
  )
  return (
    <ToolFrame
      tool={removeBackgroundTool}
      input={input}
      resendMail={resendMail}
      order={{
        request,
        listed: prices?.remove_background ?? null,
        wrong: id === null ? { image: 'Choose an image first.' } : {},
      }}
      renderFields={(problems) => <InputField input={input} problem={problems['image'] ?? null} />}
      renderResult={({ job, images: [image], onDetails }) =>
        image && <CutoutResult key={image.id} job={job} image={image} onDetails={onDetails} />
      }
    />
  )
}
