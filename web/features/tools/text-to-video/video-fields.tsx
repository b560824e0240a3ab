import { Text } from '@mantine/core'
import type { VideoMotion } from '#contract/jobs/video.ts'
import type { VideoProvider } from '#contract/video-inference-jobs.ts'
import type { FieldProblems } from '#web/features/generate/lib/order.ts'
import { NativeSelect } from '#web/ui/native-select.tsx'
import type { Choice, Fitted } from './choice.ts'
import { useTexts } from './texts.ts'
import classes from './video.module.css'

/** Who makes the video, how the camera moves, how long and in which shape. */
export function VideoFields({
  fitted: { provider, way, durations, duration, size, motion },
  providers,
  onChange,
  problems,
}: {
  fitted: Fitted
  providers: readonly VideoProvider[]
  onChange: (changes: Partial<Choice>) => void
  problems: FieldProblems
}) {
  const t = useTexts()
  const { credits_per_second: credits, wait_p50: wait } = provider
  return (
    <div className={classes.fields}>
      {providers.length > 1 && (
        <NativeSelect
          className={classes.wide}
          label={t('videoFields.provider')}
          value={provider.provider}
          error={problems['provider'] ?? null}
          onChange={({ currentTarget }) => onChange({ provider: currentTarget.value })}
          data={providers.map((one) => ({
            value: one.provider,
            label: t('videoFields.providerOf', {
              name: one.name,
              credits: one.credits_per_second,
            }),
          }))}
        />
      )}
      {provider.motions.length > 1 && (
        <NativeSelect
          label={t('videoFields.motion')}
          value={motion}
          error={problems['motion'] ?? null}
          onChange={({ currentTarget }) => onChange({ motion: currentTarget.value as VideoMotion })}
          data={provider.motions.map((value) => ({ value, label: t(`videoMotion.${value}`) }))}
        />
      )}
      <NativeSelect
        label={t('videoFields.duration')}
        value={String(duration)}
        error={problems['duration'] ?? null}
        onChange={({ currentTarget }) => onChange({ duration: Number(currentTarget.value) })}
        data={durations
          .toSorted((a, b) => a - b)
          .map((value) => ({
            value: String(value),
            label: t('videoFields.seconds', { seconds: value }),
          }))}
      />
      <NativeSelect
        className={provider.motions.length > 1 ? classes.shape : undefined}
        label={t('videoFields.shape')}
        value={size ? `${size.width}x${size.height}` : ''}
        error={problems['width'] ?? null}
        onChange={({ currentTarget }) => onChange({ size: currentTarget.value })}
        data={[
          { value: '', label: way === 'image' ? t('videoFields.asImage') : t('videoFields.usual') },
          ...provider.sizes.map(({ ratio, width, height }) => ({
            value: `${width}x${height}`,
            label: t('videoFields.size', { ratio, width, height }),
          })),
        ]}
      />
      <Text size="xs" c="dimmed" className={`${classes.wide} tabular`}>
        {t('videoFields.price', { credits })}
        {wait !== null && ` ${t('videoFields.wait', { seconds: Math.ceil(wait * duration) })}`}
      </Text>
    </div>
  )
}
