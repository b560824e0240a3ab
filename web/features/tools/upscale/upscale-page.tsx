import { useMemo, useState, type ReactNode } from 'react'
import type { GenerationRequestInput } from '#contract/generation-request.ts'
import { type PlanName, PLAN_NAMES } from '#contract/users.ts'
import { paths } from '#web/app/paths.ts'
import { usePriceList } from '#web/features/create/api/use-quote.ts'
import { useSession } from '#web/lib/session.ts'
import { InputField } from '../frame/input-field.tsx'
import { ToolFrame } from '../frame/tool-frame.tsx'
import { useInput } from '../frame/use-input.ts'
import { checkSize } from './check-size.ts'
import { upscaleTool } from './tool.ts'
import { type Choice, UpscaleFields } from './upscale-fields.tsx'
import { UpscaleResult } from './upscale-result.tsx'

const PRO_PLAN: PlanName = 'starter'

/** /tools/upscale-image */
export function UpscalePage({ resendMail }: { resendMail: ReactNode }) {
  const { me } = useSession()
  const prices = usePriceList()
  const input = useInput(upscaleTool)
  const [choice, change] = useState<Choice>({ scale: 2, pro: false })
  const { id } = input
  const size = input.picture ?? null
  const tooLarge = size && checkSize(size, choice.scale)
  const request = useMemo<GenerationRequestInput | null>(() => {
    if (id === null || size === null || tooLarge !== null) return null
    const { scale, pro } = choice
    if (pro) return { type: 'UU', image: id, scale }
    return scale === 8 ? null : { type: 'UI', image: id, scale }
  }, [id, size, tooLarge, choice])
  const mayPro = me !== null && PLAN_NAMES.indexOf(me.plan.name) >= PLAN_NAMES.indexOf(PRO_PLAN)
  const listed = prices && (choice.pro ? prices.pro_upscale : prices.upscale[`x${choice.scale}`])
  return (
    <ToolFrame
      tool={upscaleTool}
      input={input}
      resendMail={resendMail}
      order={{
        request,
        listed: listed ?? null,
        wrong: {
          ...(id === null && { image: 'Choose an image first.' }),
          ...(tooLarge && { scale: tooLarge }),
        },
        notice:
          me !== null && choice.pro && !mayPro
            ? {
                kind: 'plan',
                what: 'Pro upscale',
                plan: 'Starter',
                link: paths.pricing.link({ nextUrl: upscaleTool.link() }),
              }
            : null,
      }}
      renderFields={(problems) => (
        <>
          <InputField input={input} problem={problems['image'] ?? null} />
          <UpscaleFields
            choice={choice}
            onChange={change}
            size={size}
            problem={tooLarge ?? problems['scale'] ?? null}
          />
        </>
      )}
      renderResult={({ job, images: [image], onDetails }) =>
        image && <UpscaleResult key={image.id} job={job} image={image} onDetails={onDetails} />
      }
    />
  )
}
