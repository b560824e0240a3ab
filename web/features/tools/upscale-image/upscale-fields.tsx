import { Group, Text } from '@mantine/core'
import type { FieldProblems } from '#web/features/generate/lib/order.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import classes from './upscale.module.css'
import { enlarged, isTooLarge, type UpscaleModel } from './check-size.ts'
import type { Guide } from '#web/features/tool-page/refine/guide-fields.tsx'
import { useTexts } from '#web/features/tool-page/texts.ts'
import { SegmentsField } from '#web/ui/segments-field.tsx'
import { Problem } from '#web/ui/problem.tsx'

export interface Choice extends Guide {
  scale: 2 | 3 | 4 | 8
  model: UpscaleModel
}

const SCALES = { fast: [2, 3, 4], pro: [2, 3, 4, 8], guided: [2, 3, 4] } as const

const loadGuide = () =>
  import('#web/features/tool-page/refine/guide-fields.tsx').then(({ GuideFields }) => GuideFields)

/** Fields for the scale and the model; sizes that are too large are said before anything is sent. */
export function UpscaleFields({
  choice,
  models,
  onChange,
  size,
  problems,
}: {
  choice: Choice
  /** The ones that this site has. */
  models: readonly UpscaleModel[]
  onChange: (changes: Partial<Choice>) => void
  /** Of the chosen image; null while there is none. */
  size: { width: number; height: number } | null
  problems: FieldProblems
}) {
  const t = useTexts()
  const { scale, model } = choice
  const result = size && enlarged(size, scale)
  return (
    <div className={classes.fields} data-stacked={models.length > 2 || undefined}>
      <SegmentsField
        label={t('upscaleFields.model')}
        value={model}
        onChange={(next) =>
          onChange({ model: next, scale: next !== 'pro' && scale === 8 ? 4 : scale })
        }
        data={models.map((value) => ({ value, label: t(`upscaleModel.${value}`) }))}
      >
        <Text size="xs" c="dimmed" className={classes.note}>
          {t(`upscaleNote.${model}`)}
        </Text>
      </SegmentsField>
      <SegmentsField
        label={t('upscaleFields.scale')}
        value={String(scale)}
        onChange={(value) => onChange({ scale: Number(value) as Choice['scale'] })}
        data={SCALES[model].map((value) => ({
          value: String(value),
          label: t('upscaleFields.times', { scale: value }),
          // The choice stays in reach of the keyboard, and its fault is said below.
          disabled: size !== null && value !== scale && isTooLarge(size, value, model),
        }))}
      >
        {size && result && (
          <Group justify="space-between" gap={4} className="tabular">
            <Text size="sm" c="dimmed">
              {t('size', { width: size.width, height: size.height })}
            </Text>
            <Text size="sm" fw={700}>
              {t('size', { width: result.width, height: result.height })}
            </Text>
          </Group>
        )}
        <Problem>{problems['scale']}</Problem>
      </SegmentsField>
      {model === 'guided' && (
        <div className={classes.wide}>
          <Deferred load={loadGuide} props={{ guide: choice, onChange, problems }} />
        </div>
      )}
    </div>
  )
}
