import { Stack, Text, Textarea } from '@mantine/core'
import { useMemo, useState } from 'react'
import { LIMITS } from '#contract/values/jobs/drawing.ts'
import type { VideoMotion } from '#contract/jobs/video.ts'
import { VIDEO_LIMITS } from '#contract/values/jobs/video.ts'
import type { PredictionImage, Video } from '#contract/prediction-images.ts'
import type { VideoProvider } from '#contract/video-inference-jobs.ts'
import { useQuote } from '#web/features/generate/api/use-quote.ts'
import { GenerateBar } from '#web/features/generate/panel/generate-bar.tsx'
import { useOrder } from '#web/features/generate/panel/use-order.ts'
import { useDialogs } from '#web/lib/dialogs.ts'
import { fieldErrorsOf } from '#web/lib/errors.ts'
import { useSession } from '#web/lib/session.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { Form } from '#web/ui/form.tsx'
import { Problem } from '#web/ui/problem.tsx'
import { extensionOf } from './extension-of.ts'
import { useTexts } from './texts.ts'
import classes from './video.module.css'

/** Orders what follows a video. The new video takes its place on the stage, and with that closes this. */
export function ExtendDialog({
  image,
  video,
  provider,
  extension,
  onClose,
}: {
  image: PredictionImage
  video: Video
  provider: VideoProvider
  extension: NonNullable<VideoProvider['extend']>
  onClose: () => void
}) {
  const t = useTexts()
  const { me } = useSession()
  const { show } = useDialogs()
  const room = VIDEO_LIMITS.total - video.duration
  const durations = extension.durations.filter((one) => one <= room)
  const [duration, setDuration] = useState(durations[0] ?? null)
  const [motion, setMotion] = useState<VideoMotion>(extension.motions[0]!)
  const [prompt, setPrompt] = useState('')
  const request = useMemo(
    () => extensionOf({ id: image.id, provider, extension }, { duration, motion, prompt }),
    [image.id, provider, extension, duration, motion, prompt],
  )
  const price = useQuote(request, me !== null)
  const order = useOrder(request, price)
  const problems = { ...fieldErrorsOf(price.refusal), ...order.problems }
  const general = problems['video'] ?? problems['provider'] ?? problems['detail'] ?? null

  function submit(): void {
    if (order.pending) return
    if (request) order.send(request)
    else order.complain({ prompt: t('videoPage.describeFirst') })
  }

  return (
    <Dialog opened onClose={onClose} title={t('videoExtend.title')} size={420}>
      {duration === null ? (
        <Text size="sm">{t('videoExtend.full', { seconds: VIDEO_LIMITS.total })}</Text>
      ) : (
        <Form onSubmit={submit}>
          <Stack gap="md">
            {extension.prompt !== 'none' && (
              <Textarea
                label={t('videoExtend.prompt')}
                autosize
                minRows={2}
                maxRows={6}
                maxLength={LIMITS.prompt}
                value={prompt}
                error={problems['prompt'] ?? null}
                onChange={({ currentTarget }) => setPrompt(currentTarget.value)}
              />
            )}
            {extension.motions.length > 1 && (
              <NativeSelect
                label={t('videoFields.motion')}
                value={motion}
                error={problems['motion'] ?? null}
                onChange={({ currentTarget }) => setMotion(currentTarget.value as VideoMotion)}
                data={extension.motions.map((value) => ({
                  value,
                  label: t(`videoMotion.${value}`),
                }))}
              />
            )}
            <NativeSelect
              label={t('videoExtend.add')}
              description={t('videoExtend.after', {
                total: Math.round(video.duration + duration),
              })}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              value={String(duration)}
              error={problems['duration'] ?? null}
              onChange={({ currentTarget }) => setDuration(Number(currentTarget.value))}
              data={durations
                .toSorted((a, b) => a - b)
                .map((value) => ({
                  value: String(value),
                  label: t('videoFields.seconds', { seconds: value }),
                }))}
            />
            <Problem>{general}</Problem>
            <div className={classes.order}>
              <GenerateBar
                verb={t('videoExtend.action')}
                cost={price.cost ?? provider.credits_per_second * duration}
                balance={me?.credits ?? null}
                marked={0}
                pending={order.pending}
                notice={order.full ? { kind: 'queue-full', free: me?.plan.name === 'free' } : null}
                onUpgrade={() => show(me?.plan.name === 'free' ? 'upgrade' : 'credits')}
                loginLink=""
              />
            </div>
          </Stack>
        </Form>
      )}
    </Dialog>
  )
}
