import { Alert, Anchor, Text } from '@mantine/core'
import { IconShirt } from '@tabler/icons-react'
import { type ReactNode, useCallback, useMemo } from 'react'
import { Link } from 'react-router'
import type { GenerationRequestInput } from '#contract/generation-request.ts'
import { FRAMINGS } from '#contract/values/jobs/headshots.ts'
import { paths } from '#contract/paths.ts'
import { usePriceList } from '#web/features/generate/api/use-quote.ts'
import { useHandedOver } from '#web/features/generate/lib/handed-over.ts'
import { WaitingTiles } from '#web/features/gallery/components/waiting-tiles.tsx'
import { usePersonEngines } from '#web/lib/use-person-engines.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { PictureChoices } from '#web/features/tool-page/choices/picture-choices.tsx'
import { useBackgrounds } from '#web/features/tool-page/choices/use-backgrounds.ts'
import { useChoice } from '#web/features/tool-page/batch/draft-store.ts'
import { jobTypesOf } from '#web/features/tool-page/frame/tool.ts'
import { InputField } from '#web/features/tool-page/frame/input-field.tsx'
import { ToolFrame } from '#web/features/tool-page/frame/tool-frame.tsx'
import { useInput } from '#web/features/tool-page/frame/use-input.ts'
import { SegmentsField } from '#web/ui/segments-field.tsx'
import { type Choice, choiceOf, FIRST } from './choice.ts'
import { useTexts } from './texts.ts'
import { headshotsTool } from './tool.ts'

const loadResult = () =>
  import('#web/features/tool-page/choices/made-images.tsx').then(({ MadeImages }) => MadeImages)

const SEVERAL = { several: true }

/** /tools/professional-headshots/create */
export function HeadshotsPage({ resendMail }: { resendMail: ReactNode }) {
  const t = useTexts()
  const prices = usePriceList()
  const input = useInput(headshotsTool, 'image', SEVERAL)
  const offered = useBackgrounds()
  const [{ backgrounds, framing }, change] = useChoice<Choice>(headshotsTool.key, FIRST)
  const takeOver = useCallback(
    (parameters: Readonly<Record<string, unknown>>) => change(choiceOf(parameters)),
    [change],
  )
  useHandedOver(jobTypesOf(headshotsTool), takeOver)
  const { id } = input
  const ready = Boolean(input.picture)
  const each = useCallback(
    (image: string): GenerationRequestInput | null =>
      backgrounds.length === 0
        ? null
        : { type: 'PHS', image, backgrounds: [...backgrounds], framing },
    [backgrounds, framing],
  )
  const request = useMemo(() => (id !== null && ready ? each(id) : null), [id, ready, each])
  const names = offered.data?.results ?? []
  const count = backgrounds.length * Math.max(1, input.many?.pictures.length ?? 0)
  return (
    <ToolFrame
      tool={headshotsTool}
      input={input}
      resendMail={resendMail}
      order={{
        request,
        each,
        listed: prices ? prices.headshot * backgrounds.length : null,
        wrong: {
          ...(id === null && { image: t('headshots.chooseFace') }),
          ...(backgrounds.length === 0 && { backgrounds: t('headshots.chooseOne') }),
        },
      }}
      renderFields={(problems) => (
        <>
          <Alert color="gray" icon={<IconShirt aria-hidden />} title={t('headshots.honestTitle')}>
            {t('headshots.honest')} <SetOffer />
          </Alert>
          <InputField
            label={t('headshots.photos')}
            input={input}
            problem={problems['image'] ?? null}
          />
          <PictureChoices
            isTall
            chosen={backgrounds}
            choices={offered}
            problem={problems['backgrounds'] ?? null}
            onChange={(chosen) => change({ backgrounds: chosen })}
            texts={{
              label: t('headshots.backgrounds'),
              all: t('headshots.all'),
              none: t('headshots.none'),
              failed: t('headshots.loadFailed'),
            }}
          />
          <SegmentsField
            label={t('headshots.framing')}
            value={framing}
            onChange={(value) => change({ framing: value })}
            data={FRAMINGS.map((value) => ({ value, label: t(`headshots.framing.${value}`) }))}
          >
            <Text size="sm" c="dimmed" className="tabular">
              {t('headshots.count', { count })}
            </Text>
          </SegmentsField>
        </>
      )}
      renderResult={({ job: { parameters }, images, onDetails }) => (
        <Deferred
          load={loadResult}
          props={{
            tool: headshotsTool,
            images,
            onDetails,
            nameOf({ index }) {
              const background =
                parameters.type === 'PHS' ? parameters.backgrounds[index] : undefined
              const name = names.find((one) => one.id === background)?.name
              return name ?? t('headshots.headshot')
            },
          }}
          fallback={<WaitingTiles rows={1} />}
        />
      )}
    />
  )
}

/** Where to go for other clothes, once an engine draws people. */
function SetOffer() {
  const t = useTexts()
  const engines = usePersonEngines()
  if (engines === null) return null
  if (engines.models.length === 0) return <>{t('headshots.setsNone')}</>
  return (
    <>
      {t.rich('headshots.setsReady', {
        link: <Anchor component={Link} to={paths.createHeadshotSet.link()} inherit />,
      })}
    </>
  )
}
