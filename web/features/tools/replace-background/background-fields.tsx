import { Skeleton, Stack } from '@mantine/core'
import type { GenerationModel } from '#contract/generation-servers.ts'
import type { FieldProblems } from '#web/features/generate/lib/order.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import type { Backdrop } from '#web/features/tool-page/backdrop/backdrop.ts'
import { InputField } from '#web/features/tool-page/frame/input-field.tsx'
import type { Input } from '#web/features/tool-page/frame/use-input.ts'
import { useTexts } from '#web/features/tool-page/texts.ts'
import { SegmentsField } from '#web/ui/segments-field.tsx'
import { type Choice, WAYS } from './choice.ts'

const loadBackdrop = () =>
  import('#web/features/tool-page/backdrop/backdrop-field.tsx').then(
    ({ BackdropField }) => BackdropField,
  )

/** About as high as the scenes, which come in rows. */
const SCENES_HEIGHT = 320
/** About as high as the prompt with its label and description. */
const PROMPT_HEIGHT = 120

const loadScenes = () => import('./scenes/scene-field.tsx').then(({ SceneField }) => SceneField)
const loadDrawn = () => import('./drawn-fields.tsx').then(({ DrawnFields }) => DrawnFields)

/** What comes behind the subject: a studio or place, what is there out of focus, a color, an image, or drawn from words. */
export function BackgroundFields({
  choice: { way, scene, prompt, model, plain },
  onChange,
  painters,
  behind,
  takesDrops,
  problems,
}: {
  choice: Choice
  onChange: (changes: Partial<Choice>) => void
  /** Models that can draw it. */
  painters: readonly GenerationModel[]
  /** The image of the person's own. */
  behind: Input
  takesDrops: boolean
  problems: FieldProblems
}) {
  const t = useTexts()
  return (
    <Stack gap="sm">
      <SegmentsField
        label={t('newBackground.label')}
        value={way}
        onChange={(value) => onChange({ way: value })}
        data={WAYS.filter((value) => value !== 'drawn' || painters.length > 0).map((value) => ({
          value,
          label: t(`newBackground.way.${value}`),
        }))}
      />
      {way === 'scene' && (
        <Deferred
          load={loadScenes}
          fallback={<Skeleton h={SCENES_HEIGHT} radius={12} />}
          props={{
            scene,
            problem: problems['scene'] ?? null,
            onChange: (next) => onChange({ scene: next }),
          }}
        />
      )}
      {way === 'drawn' && (
        <Deferred
          load={loadDrawn}
          fallback={<Skeleton h={PROMPT_HEIGHT} radius={12} />}
          props={{
            prompt,
            painters,
            model,
            problems,
            onPrompt: (next) => onChange({ prompt: next }),
            onModel: (next) => onChange({ model: next }),
          }}
        />
      )}
      {way === 'image' && (
        <InputField
          label={t('newBackground.image')}
          input={behind}
          problem={problems['background_image'] ?? null}
          takesDrops={takesDrops}
        />
      )}
      {way === 'color' && (
        <Deferred
          load={loadBackdrop}
          props={{
            kinds: PLAIN,
            backdrop: plain,
            onChange(backdrop: Backdrop) {
              if (backdrop.kind === 'color' || backdrop.kind === 'gradient')
                onChange({ plain: backdrop })
            },
          }}
        />
      )}
    </Stack>
  )
}

const PLAIN = ['color', 'gradient'] as const
