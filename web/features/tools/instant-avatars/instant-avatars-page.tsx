import { Text } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import type { GenerationRequestInput } from '#contract/generation-request.ts'
import { DRAWN_AVATAR_LIMITS } from '#contract/model-limits.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { WaitingTiles } from '#web/features/gallery/components/waiting-tiles.tsx'
import { useChoice } from '#web/features/tool-page/batch/draft-store.ts'
import { InputField } from '#web/features/tool-page/frame/input-field.tsx'
import { ToolFrame } from '#web/features/tool-page/frame/tool-frame.tsx'
import { useInput } from '#web/features/tool-page/frame/use-input.ts'
import { PhotoNote } from './photo-note.tsx'
import { StyleField } from './style-field.tsx'
import { instantAvatarsTool } from './tool.ts'
import { useStyles } from './use-styles.ts'
import { useTexts } from '#web/features/tool-page/texts.ts'
import { SegmentsField } from '#web/ui/segments-field.tsx'

const loadResult = () => import('./avatars-result.tsx').then(({ AvatarsResult }) => AvatarsResult)
const loadOwnChild = () =>
  import('#web/features/tool-page/faces/own-child.tsx').then(({ OwnChild }) => OwnChild)

interface Choice {
  /** Ids of looks. */
  styles: readonly string[]
  /** Images of each. */
  count: number
}

const FIRST: Choice = { styles: ['studio', 'golden-hour'], count: 1 }

/** /tools/instant-avatars */
export function InstantAvatarsPage({ resendMail }: { resendMail: ReactNode }) {
  const t = useTexts()
  const { data: offer } = useStyles()
  const drawnBy = offer?.drawn_by ?? null
  const facts = useMemo(() => drawnBy && { ...drawnBy, limits: DRAWN_AVATAR_LIMITS }, [drawnBy])
  const input = useInput(instantAvatarsTool)
  const [{ styles, count }, change] = useChoice(instantAvatarsTool.key, FIRST)
  const { id } = input
  const ready = Boolean(input.picture)
  const request = useMemo<GenerationRequestInput | null>(() => {
    if (id === null || !ready || styles.length === 0) return null
    return { type: 'ISI', image: id, styles: [...styles], num_images: count }
  }, [id, ready, styles, count])
  const made = styles.length * count
  return (
    <ToolFrame
      tool={instantAvatarsTool}
      facts={facts ?? instantAvatarsTool.facts}
      input={input}
      resendMail={resendMail}
      order={{
        request,
        listed: offer === undefined ? null : offer.credits * made,
        needsQuote: true,
        wrong: {
          ...(id === null && { image: t('input.chooseFaceFirst') }),
          ...(styles.length === 0 && { styles: t('looks.chooseOne') }),
        },
      }}
      renderFields={(problems, quote) => (
        <>
          <InputField
            label={t('input.portrait')}
            input={input}
            problem={problems['image'] ?? null}
          />
          <PhotoNote quote={quote} />
          {input.picture && <Deferred load={loadOwnChild} props={{ image: input.picture.id }} />}
          <StyleField
            chosen={styles}
            problem={styles.length === 0 ? (problems['styles'] ?? null) : null}
            onChange={(chosen) => change({ styles: chosen })}
          />
          <SegmentsField
            label={t('avatarCount.imagesOfEachLook')}
            value={String(count)}
            onChange={(value) => change({ count: Number(value) })}
            data={['1', '2', '3', '4']}
          >
            <Text size="sm" c="dimmed" className="tabular">
              {t('avatarCount.avatars', { count: made })}
            </Text>
          </SegmentsField>
        </>
      )}
      renderResult={(props) => (
        <Deferred load={loadResult} props={props} fallback={<WaitingTiles rows={1} />} />
      )}
    />
  )
}
