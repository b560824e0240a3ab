import { Checkbox, NativeSelect, Stack, Text } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import type { Face } from '#contract/faces.ts'
import type { GenerationRequestInput } from '#contract/generation-request.ts'
import { FACE_STATEMENT } from '#contract/jobs/face-swap.ts'
import { usePriceList } from '#web/features/create/api/use-quote.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { InputPreview } from '../frame/input-preview.tsx'
import { ToolFrame } from '../frame/tool-frame.tsx'
import { useInput } from '../frame/use-input.ts'
import { FaceInput } from './face-input.tsx'
import { type Choices, pairsOf } from './pairs.ts'
import { faceSwapTool } from './tool.ts'
import { useFaces } from '../faces/use-faces.ts'
import { useTexts } from '../texts.ts'

const loadResult = () =>
  import('../frame/compare-result.tsx').then(({ CompareResult }) => CompareResult)

const KEEP = 'keep'
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
            input={target}
            found={targetFaces}
            problem={problems['target_image'] ?? problems['target_face'] ?? null}
            takesDrops={target.id === null}
          />
          <FaceInput
            label={t('faceSwap.source')}
            input={source}
            found={sourceFaces}
            problem={problems['source_image'] ?? problems['source_face'] ?? null}
            takesDrops={target.id !== null}
          />
          <PairFields
            sources={sources}
            targets={targets}
            choices={choices}
            problem={problems['pairs'] ?? null}
            onChange={(next) => setStated({ images, consent, choices: next })}
          />
          <section>
            <Checkbox
              label={FACE_STATEMENT.text}
              checked={consent}
              onChange={({ currentTarget }) =>
                setStated({ images, consent: currentTarget.checked, choices })
              }
            />
            {!consent && problems['consent'] !== undefined && (
              <Text size="sm" c="red" role="alert" mt={6}>
                {problems['consent']}
              </Text>
            )}
          </section>
        </>
      )}
      renderResult={({ job, images: [image], onDetails }) =>
        image && (
          <Deferred
            key={image.id}
            load={loadResult}
            props={{
              tool: faceSwapTool,
              job,
              image,
              alt: t('swapResult.alt'),
              note: t('swapResult.madeWithAi'),
              onDetails,
            }}
            fallback={<InputPreview picture={image} />}
          />
        )
      }
    />
  )
}

/** Which face goes where, when there is a choice. */
function PairFields({
  sources,
  targets,
  choices,
  problem,
  onChange,
}: {
  sources: readonly Face[]
  targets: readonly Face[]
  choices: Choices
  problem: string | null
  onChange: (choices: Choices) => void
}) {
  const t = useTexts()
  const pairs = pairsOf(choices, sources, targets)
  const hasChoice = sources.length > 1 || targets.length > 1
  if (sources.length === 0 || targets.length === 0 || !(hasChoice || problem !== null)) return null
  return (
    <Stack gap="xs" component="fieldset" m={0} p={0} bd="none">
      <Text component="legend" size="sm" fw={700}>
        {t('facePairs.legend')}
      </Text>
      {targets.map((face) => (
        <NativeSelect
          key={face.index}
          label={t('facePairs.faceToChange', { face: face.index + 1 })}
          disabled={face.problem !== null}
          description={face.problem}
          value={String(pairs.find(({ target }) => target === face.index)?.source ?? KEEP)}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...choices, [face.index]: value === KEEP ? null : Number(value) })
          }
          data={[
            { value: KEEP, label: t('facePairs.keep') },
            ...sources.map((one) => ({
              value: String(one.index),
              label: t('facePairs.becomes', { face: one.index + 1 }),
              disabled: one.problem !== null,
            })),
          ]}
        />
      ))}
      {problem !== null && (
        <Text size="sm" c="red" role="alert">
          {problem}
        </Text>
      )}
    </Stack>
  )
}
