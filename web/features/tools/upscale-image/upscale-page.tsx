import { useCallback, useMemo, type ReactNode } from 'react'
import type { GenerationRequestInput } from '#contract/generation-request.ts'
import type { PlanName } from '#contract/users.ts'
import { PLAN_NAMES } from '#contract/values/users.ts'
import { paths } from '#contract/paths.ts'
import { usePriceList } from '#web/features/generate/api/use-quote.ts'
import { useHandedOver } from '#web/features/generate/lib/handed-over.ts'
import { useSession } from '#web/lib/session.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { useChoice } from '#web/features/tool-page/batch/draft-store.ts'
import { jobTypesOf } from '#web/features/tool-page/frame/tool.ts'
import { InputField } from '#web/features/tool-page/frame/input-field.tsx'
import { InputPreview } from '#web/features/tool-page/frame/input-preview.tsx'
import { ToolFrame } from '#web/features/tool-page/frame/tool-frame.tsx'
import { useInput } from '#web/features/tool-page/frame/use-input.ts'
import { STRENGTHS } from '#web/features/tool-page/refine/strengths.ts'
import { useRefiner } from '#web/features/tool-page/refine/use-refiner.ts'
import { enlarged, isTooLarge, MOST_MEGAPIXELS, type UpscaleModel } from './check-size.ts'
import { choiceOf } from './choice-of.ts'
import { listedPrice } from './listed-price.ts'
import { upscaleTool } from './tool.ts'
import { type Choice, UpscaleFields } from './upscale-fields.tsx'
import { useTexts } from '#web/features/tool-page/texts.ts'

const loadResult = () => import('./upscale-result.tsx').then(({ UpscaleResult }) => UpscaleResult)

const PRO_PLAN: PlanName = 'starter'
const SEVERAL = { several: true }
const FIRST: Choice = { scale: 2, model: 'fast', prompt: '', strength: 'some' }
const EVERYWHERE: readonly UpscaleModel[] = ['fast', 'pro']
const WITH_GUIDE: readonly UpscaleModel[] = [...EVERYWHERE, 'guided']

/** /tools/upscale-image */
export function UpscalePage({ resendMail }: { resendMail: ReactNode }) {
  const t = useTexts()
  const { me } = useSession()
  const prices = usePriceList()
  const input = useInput(upscaleTool, 'image', SEVERAL)
  const refiner = useRefiner()
  const [kept, change] = useChoice(upscaleTool.key, FIRST)
  const takeOver = useCallback(
    (parameters: Readonly<Record<string, unknown>>) => change(choiceOf(parameters)),
    [change],
  )
  useHandedOver(jobTypesOf(upscaleTool), takeOver)
  // A draft may be of a time when an engine could draw over images.
  const model = kept.model === 'guided' && !refiner ? 'fast' : kept.model
  const { scale, strength } = kept
  const prompt = kept.prompt.trim()
  const { id } = input
  const size = input.many?.active === true ? null : (input.picture ?? null)
  const tooLarge =
    size && isTooLarge(size, scale, model)
      ? t('upscaleFields.tooLarge', { ...enlarged(size, scale), most: MOST_MEGAPIXELS[model] })
      : null
  const each = useCallback(
    (image: string): GenerationRequestInput | null => {
      if (model === 'pro') return { type: 'UU', image, scale }
      if (scale === 8) return null
      if (model === 'fast') return { type: 'UI', image, scale }
      return prompt === ''
        ? null
        : { type: 'UIT', image, scale, prompt, strength: STRENGTHS[strength] }
    },
    [model, scale, prompt, strength],
  )
  const request = useMemo<GenerationRequestInput | null>(() => {
    if (id === null || size === null || tooLarge !== null) return null
    return each(id)
  }, [id, size, tooLarge, each])
  const mayPro = me !== null && PLAN_NAMES.indexOf(me.plan.name) >= PLAN_NAMES.indexOf(PRO_PLAN)
  const listed = prices && listedPrice(prices, { model, scale }, size)
  return (
    <ToolFrame
      tool={upscaleTool}
      {...(model === 'guided' && { facts: refiner })}
      input={input}
      resendMail={resendMail}
      order={{
        request,
        each,
        listed: listed ?? null,
        wrong: {
          ...(id === null && { image: t('input.chooseFirst') }),
          ...(tooLarge && { scale: tooLarge }),
          ...(model === 'guided' && prompt === '' && { prompt: t('upscalePage.describeFirst') }),
        },
        notice:
          me !== null && model === 'pro' && !mayPro
            ? {
                kind: 'plan',
                what: t('upscalePage.pro'),
                plan: 'Starter',
                link: paths.pricing.link({ nextUrl: paths.upscaleImage.link() }),
              }
            : null,
      }}
      renderFields={(problems) => (
        <>
          <InputField input={input} problem={problems['image'] ?? null} />
          <UpscaleFields
            choice={{ ...kept, model }}
            models={refiner ? WITH_GUIDE : EVERYWHERE}
            onChange={change}
            size={size}
            problems={{ ...problems, ...(tooLarge && { scale: tooLarge }) }}
          />
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
