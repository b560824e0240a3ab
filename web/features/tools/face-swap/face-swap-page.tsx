import { Group, Skeleton, Text } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import type { Face } from '#contract/faces.ts'
import type { GenerationRequestInput } from '#contract/generation-request.ts'
import { usePriceList } from '#web/features/generate/api/use-quote.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { ComparedResult } from '#web/features/tool-page/frame/compared-result.tsx'
import { ToolFrame } from '#web/features/tool-page/frame/tool-frame.tsx'
import { useInput } from '#web/features/tool-page/frame/use-input.ts'
import { FaceInput } from './face-input.tsx'
import { type Choices, pairsOf } from './pairs.ts'
import { faceSwapTool } from './tool.ts'
import { useFaces } from '#web/features/tool-page/faces/use-faces.ts'
import { useTexts } from '#web/features/tool-page/texts.ts'

const loadFields = () => import('./swap-fields.tsx').then(({ SwapFields }) => SwapFields)

const NO_FACES: readonly Face[] = []
const NO_CHOICES: Choices = {}

/** /tools/face-swap */
export function FaceSwapPage({ resendMail }: { resendMail: ReactNode }) {
  const t = useTexts()
  const prices = usePriceList()
  const source = useInput(faceSwapTool, 'source')
  const target = useInput(faceSwapTool)
  const [sourceFaces, targetFaces] = [useFaces(source.picture), useFaces(target.picture)]
  const images = `${source.id} ${target.id}`
  // What was chosen and stated holds for these two images alone.
  const [stated, setStated] = useState({ images, consent: false, choices: NO_CHOICES })
  const { consent, choices } =
    stated.images === images ? stated : { consent: false, choices: NO_CHOICES }
  const [sources, targets] = [sourceFaces.faces ?? NO_FACES, targetFaces.faces ?? NO_FACES]
  const pairs = useMemo(() => pairsOf(choices, sources, targets), [choices, sources, targets])
  const request = useMemo<GenerationRequestInput | null>(() => {
    if (source.id === null || target.id === null || pairs.length === 0 || !consent) return null
    return { type: 'FS', source_image: source.id, target_image: target.id, pairs, consent: true }
  }, [source.id, target.id, pairs, consent])
  const known = sourceFaces.faces !== undefined && targetFaces.faces !== undefined
  return (
    <ToolFrame
      tool={faceSwapTool}
      input={target}
      resendMail={resendMail}
      order={{
        request,
        listed: prices?.face_swap ?? null,
        needsQuote: true,
        wrong: {
          ...(target.id === null && { target_image: t('faceSwap.chooseTarget') }),
          ...(source.id === null && { source_image: t('faceSwap.chooseSource') }),
          ...(known && pairs.length === 0 && { pairs: t('faceSwap.chooseFaces') }),
          ...(!consent && { consent: t('faceSwap.confirm') }),
        },
      }}
      renderFields={(problems) => (
        <>
          <FaceInput
            label={t('faceSwap.target')}
            side="target"
            input={target}
            found={targetFaces}
            problem={problems['target_image'] ?? problems['target_face'] ?? null}
            takesDrops={target.id === null}
          />
          <FaceInput
            label={t('faceSwap.source')}
            side="source"
            input={source}
            found={sourceFaces}
            problem={problems['source_image'] ?? problems['source_face'] ?? null}
            takesDrops={target.id !== null}
          />
          <Deferred
            load={loadFields}
            props={{
              sources,
              targets,
              choices,
              consent,
              problems,
              onChange: (change) => setStated({ images, consent, choices, ...change }),
            }}
            fallback={<StatementPlace />}
          />
        </>
      )}
      renderResult={(result) => (
        <ComparedResult
          {...result}
          tool={faceSwapTool}
          alt={t('swapResult.alt')}
          note={t('swapResult.madeWithAi')}
        />
      )}
    />
  )
}

/** The statement until its checkbox comes, in the same place. */
function StatementPlace() {
  const t = useTexts()
  return (
    <Group gap={12} wrap="nowrap" align="flex-start">
      <Skeleton w={20} h={20} style={{ flex: 'none' }} />
      <Text size="sm" lh="1.25rem">
        {t('faceSwap.statement')}
      </Text>
    </Group>
  )
}
