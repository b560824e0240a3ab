import { Button, Code, Progress, Stack, Text, Title } from '@mantine/core'
import { useId } from 'react'
import { useNavigate } from 'react-router'
import type { LoraTraining } from '#contract/lora-trainings.ts'
import { formatLoraTag } from '#contract/lora-tags.ts'
import { paths } from '#contract/paths.ts'
import { Question } from '#web/ui/question.tsx'
import { useStudioActions, useTrainingOptions } from '../api/use-studios.ts'
import { isBusy } from '../lib/look.ts'
import { useTexts } from '../texts.ts'
import classes from './studios.module.css'

/** How far a training is, with its loss and samples. */
export function TrainingProgress({ studio }: { studio: LoraTraining }) {
  const t = useTexts()
  const { progress, checkpoint } = studio
  const share = progress ? (100 * progress.step) / Math.max(1, progress.steps) : 0
  return (
    <section aria-labelledby="progress">
      <Title order={2} fz="lg" id="progress" mb="xs">
        {t('run.title')}
      </Title>
      <Stack gap="xs">
        <Progress value={share} size="lg" radius="xl" aria-label={t('run.title')} />
        <Text className="tabular">
          {progress
            ? t(studio.status === 'Pending' ? 'run.interrupted' : 'run.step', {
                share: Math.floor(share),
              })
            : t('run.waiting')}
        </Text>
        {progress?.eta != null && isBusy(studio) && (
          <Text size="sm" c="dimmed">
            {t('run.eta', { minutes: Math.max(1, Math.round(progress.eta / 60)) })}
          </Text>
        )}
        {checkpoint !== null && (
          <Text size="sm" c="dimmed">
            {t('run.checkpoint')}
          </Text>
        )}
        {(studio.status === 'Pending' || studio.status === 'Running') && (
          <StopTraining studio={studio} />
        )}
      </Stack>
    </section>
  )
}

function StopTraining({ studio: { id, checkpoint, progress } }: { studio: LoraTraining }) {
  const t = useTexts()
  const { stop } = useStudioActions()
  const { data: options } = useTrainingOptions()
  const steps = progress?.steps ?? 0
  const credits =
    checkpoint === null || steps === 0 ? 0 : Math.floor(((options?.cost ?? 0) * checkpoint) / steps)
  return (
    <Question
      label={t('run.stop')}
      question={checkpoint === null ? t('run.stopQuestion') : t('run.stopPaid', { credits })}
      no={t('run.stopNo')}
      yes={t('run.stopYes')}
      width={300}
      isPending={stop.isPending}
      onYes={(close) => stop.mutate(id, { onSuccess: close })}
    >
      <Button variant="default" style={{ alignSelf: 'flex-start' }}>
        {t('run.stop')}
      </Button>
    </Question>
  )
}

const WIDTH = 300
const HEIGHT = 100

/** The loss over the steps, as a line with its meaning in words. */
export function LossCurve({ curve }: Pick<LoraTraining, 'curve'>) {
  const t = useTexts()
  const title = useId()
  const [first, last] = [curve[0], curve.at(-1)]
  if (!first || !last || curve.length < 2) return null
  const losses = curve.map(({ loss }) => loss)
  const [least, most] = [Math.min(...losses), Math.max(...losses)]
  const points = curve.map(({ step, loss }) => {
    const x = (WIDTH * step) / Math.max(1, last.step)
    const y = HEIGHT - (HEIGHT * (loss - least)) / Math.max(1e-9, most - least)
    return `${x.toFixed(1)},${y.toFixed(1)}`
  })
  return (
    <section aria-labelledby={title}>
      <Title order={2} fz="lg" mb="xs" id={title}>
        {t('curve.title')}
      </Title>
      <svg
        className={classes.curve}
        viewBox={`0 -4 ${WIDTH} ${HEIGHT + 8}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <polyline
          points={points.join(' ')}
          fill="none"
          stroke="currentColor"
          strokeWidth={2}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <Text size="sm" c="dimmed">
        {t('curve.text', {
          from: first.loss.toFixed(3),
          to: last.loss.toFixed(3),
        })}
      </Text>
    </section>
  )
}

/** What a training that succeeded left. */
export function TrainedModel({ studio }: { studio: LoraTraining }) {
  const t = useTexts()
  const { id, created_model_version: name, cost, likeness, cut_outs: cutOuts } = studio
  return (
    <Stack gap="xs">
      <Text>
        {t('done.name')}:{' '}
        <Code style={{ overflowWrap: 'anywhere' }}>{formatLoraTag(name ?? '', 1)}</Code>
      </Text>
      {cost !== null && <Text>{t('done.cost', { credits: cost })}</Text>}
      {likeness !== null && (
        <Text>{t('done.likeness', { percent: Math.round(100 * likeness) })}</Text>
      )}
      {likeness === null && cutOuts.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('done.photosShown')}
        </Text>
      )}
      {studio.can_retrain && <Retrain studio={studio} />}
      <Button
        component="a"
        href={`/api/lora_trainings/${id}/download/`}
        download={`${name}.safetensors`}
        variant="default"
        style={{ alignSelf: 'flex-start' }}
      >
        {t('act.download')}
      </Button>
    </Stack>
  )
}

/** A model that came out too unlike its photos is trained once more, for nothing. */
function Retrain({ studio: { id } }: { studio: LoraTraining }) {
  const t = useTexts()
  const navigate = useNavigate()
  const { retrain } = useStudioActions()
  return (
    <>
      <Text>{t('retrain.text')}</Text>
      <Button
        loading={retrain.isPending}
        style={{ alignSelf: 'flex-start' }}
        onClick={() =>
          retrain.mutate(id, { onSuccess: (made) => void navigate(paths.studio.link(made.id)) })
        }
      >
        {t('retrain.button')}
      </Button>
    </>
  )
}
