import { useCallback, useMemo } from 'react'
import type { Face } from '#contract/faces.ts'
import type { GenerationRequestInput } from '#contract/generation-request.ts'
import { gateOfTool, metaOfTool, TOOL_HANDLE } from '#web/app/tool-route.ts'
import { ResendLink } from '#web/features/accounts/index.ts'
import { usePriceList } from '#web/features/generate/api/use-quote.ts'
import { useHandedOver } from '#web/features/generate/lib/handed-over.ts'
import { useSession } from '#web/lib/session.ts'
import { FaceMarks } from '#web/features/tool-page/faces/face-marks.tsx'
import { FoundFaces } from '#web/features/tool-page/faces/found-faces.tsx'
import { useFaces } from '#web/features/tool-page/faces/use-faces.ts'
import { jobTypesOf, type Tool } from '#web/features/tool-page/frame/tool.ts'
import { InputField } from '#web/features/tool-page/frame/input-field.tsx'
import { useChoice } from '#web/features/tool-page/batch/draft-store.ts'
import { ComparedResult } from '#web/features/tool-page/frame/compared-result.tsx'
import { ToolFrame } from '#web/features/tool-page/frame/tool-frame.tsx'
import { useInput } from '#web/features/tool-page/frame/use-input.ts'
import { nearestStrength, STRENGTHS } from '#web/features/tool-page/refine/strengths.ts'
import { useRefiner } from '#web/features/tool-page/refine/use-refiner.ts'
import { useTexts } from '#web/features/tool-page/texts.ts'
import { type Choice, WayFields } from './way-fields.tsx'

export const handle = TOOL_HANDLE
export const meta = metaOfTool('fix_faces')
export const loader = gateOfTool('fix_faces')

const fixFacesTool: Tool = {
  key: 'fix_faces',
  facts: 'fix_faces',
  sample: {
    before: 'fixed-before.webp',
    after: 'fixed-after.webp',
    width: 480,
    height: 480,
  },
  trial: 'soft-face.jpg',
}

const SEVERAL = { several: true }

const FIRST: Choice = { way: 'fix', strength: 'some' }

const isUsable = ({ problem }: Face): boolean => problem === null

/** /tools/fix-faces */
export default function FixFaces() {
  const t = useTexts()
  const { me } = useSession()
  const input = useInput(fixFacesTool, 'image', SEVERAL)
  const prices = usePriceList()
  const refiner = useRefiner()
  const [kept, change] = useChoice(fixFacesTool.key, FIRST)
  const takeOver = useCallback(
    ({ type, strength: wanted }: Readonly<Record<string, unknown>>) =>
      change(type === 'AD' ? { way: 'detail', strength: nearestStrength(wanted) } : { way: 'fix' }),
    [change],
  )
  useHandedOver(jobTypesOf(fixFacesTool), takeOver)
  // A draft may be of a time when an engine could draw over images.
  const way = refiner ? kept.way : 'fix'
  const { strength } = kept
  const found = useFaces(input.picture)
  const { id, picture } = input
  const faceless = picture && found.faces?.length === 0 ? t('faceInput.noFace') : null
  const ready = Boolean(picture) && faceless === null
  const each = useCallback(
    (image: string): GenerationRequestInput =>
      way === 'fix' ? { type: 'FF', image } : { type: 'AD', image, strength: STRENGTHS[strength] },
    [way, strength],
  )
  const request = useMemo(() => (id !== null && ready ? each(id) : null), [id, ready, each])
  return (
    <ToolFrame
      tool={fixFacesTool}
      {...(way === 'detail' && { facts: refiner })}
      input={input}
      resendMail={me && <ResendLink email={me.email} />}
      order={{
        request,
        each,
        listed: (way === 'fix' ? prices?.fix_faces : prices?.detail_pass) ?? null,
        wrong: {
          ...(id === null && { image: t('input.chooseFaceFirst') }),
          ...(faceless !== null && { image: faceless }),
        },
      }}
      renderFields={(problems) => (
        <>
          <div>
            <InputField
              input={input}
              problem={(input.many?.active === true ? null : faceless) ?? problems['image'] ?? null}
              overlay={
                picture &&
                found.faces && <FaceMarks faces={found.faces} size={picture} isUsable={isUsable} />
              }
            />
            {picture && input.many?.active !== true && <FoundFaces found={found} />}
          </div>
          {refiner && <WayFields choice={kept} onChange={change} problems={problems} />}
        </>
      )}
      renderResult={(result) => (
        <ComparedResult {...result} tool={fixFacesTool} alt={t('fixResult.alt')} />
      )}
    />
  )
}
