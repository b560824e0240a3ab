import { Alert, Anchor, Button, Radio, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { HEADSHOT_SET } from '#contract/values/headshot-runs.ts'
import type { LoraTraining } from '#contract/lora-trainings.ts'
import { HEADSHOT_TRAINING, TRAINING_PHOTOS } from '#contract/values/lora-trainings.ts'
import { paths } from '#contract/paths.ts'
import {
  useLiveStudios,
  useStudio,
  useStudioActions,
  useTrainingOptions,
} from '#web/features/studios/api/use-studios.ts'
import { ConsentPanel } from '#web/features/studios/components/consent-panel.tsx'
import { PhotoCoach } from '#web/features/studios/components/photo-coach.tsx'
import { canStart, isBusy } from '#web/features/studios/lib/look.ts'
import { messageOf } from '#web/lib/errors.ts'
import { useSession } from '#web/lib/session.ts'
import { type PersonEngines, usePersonEngines } from '#web/lib/use-person-engines.ts'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { Form } from '#web/ui/form.tsx'
import { Problem } from '#web/ui/problem.tsx'
import { useTexts } from '../texts.ts'
import { OrderSet } from './order-set.tsx'
import classes from './sets.module.css'

const SINGLES = paths.createHeadshots.link()
const FORM = paths.createHeadshotSet.link()

/** Orders a set of headshots: whose face it is, the photos, what is to be seen, and the price. */
export function CreateSet() {
  const t = useTexts()
  const engines = usePersonEngines()
  return (
    <>
      <Anchor component={Link} to={SINGLES} size="sm">
        {t('create.singles')}
      </Anchor>
      <Title order={1} mt={4} mb="xs">
        {t('create.title')}
      </Title>
      <Text mb="lg" maw="68ch">
        {t('create.intro', {
          ...TRAINING_PHOTOS,
          days: HEADSHOT_SET.redoDays,
          redos: HEADSHOT_SET.redos,
        })}
      </Text>
      {engines === null && <Skeleton h={360} radius={16} />}
      {engines?.models.length === 0 && <NotReady />}
      {engines !== null && engines.models.length > 0 && <Steps engines={engines} />}
    </>
  )
}

/** Read again by itself, so that the form comes as soon as it can. */
function NotReady() {
  const t = useTexts()
  return (
    <Alert color="gray" role="status" title={t('create.notReadyTitle')}>
      {t('create.notReady')}{' '}
      <Anchor component={Link} to={SINGLES} inherit>
        {t('create.singles')}
      </Anchor>
    </Alert>
  )
}

function Steps({ engines }: { engines: PersonEngines }) {
  const t = useTexts()
  const { me } = useSession()
  const [search, setSearch] = useSearchParams()
  const id = search.get('studio')
  if (!me?.email) {
    return (
      <Button component={Link} to={paths.register.link({ next: FORM })}>
        {t('create.register')}
      </Button>
    )
  }
  if (id !== null) return <Details id={id} />
  return (
    <Statement
      engines={engines}
      onCreated={(studio) => setSearch({ studio: studio.id }, { replace: true })}
    />
  )
}

/** `link`: another person, who is asked. */
const SUBJECTS = ['self', 'link', 'other', 'child'] as const

/** Whose face it is; with it a studio for the photos is made. */
function Statement({
  engines,
  onCreated,
}: {
  engines: PersonEngines
  onCreated(studio: LoraTraining): void
}) {
  const t = useTexts()
  const options = useTrainingOptions()
  const { create } = useStudioActions()
  const [isTried, setTried] = useState(false)
  const [subject, setSubject] = useState<(typeof SUBJECTS)[number] | ''>('')
  if (options.isError && !options.data) {
    return <ErrorState what={t('create.failed')} onRetry={() => void options.refetch()} />
  }
  if (!options.data) return <Skeleton h={200} radius={16} />
  const model = options.data.models.find((one) => engines.models.includes(one.id))
  if (!model) return <NotReady />
  return (
    <Form
      onSubmit={() => {
        setTried(true)
        if (subject === '') return
        create.mutate(
          {
            project_name: t('create.name'),
            object_type: 'person',
            training_type: HEADSHOT_TRAINING,
            original_model_version: model.id,
            consent: subject === 'link' ? { subject: 'other', by_link: true } : { subject },
          },
          { onSuccess: onCreated },
        )
      }}
    >
      <Stack gap="md" align="flex-start">
        <Radio.Group
          label={t('create.consent')}
          required
          value={subject}
          error={isTried && subject === '' && t('create.consentMissing')}
          onChange={(value) => setSubject(value)}
        >
          <Stack gap="xs" mt="xs">
            {SUBJECTS.map((value) => (
              <Radio key={value} value={value} label={t(`consent.${value}`)} />
            ))}
          </Stack>
        </Radio.Group>
        <Problem size="md">{create.isError && messageOf(create.error)}</Problem>
        <Button type="submit" loading={create.isPending}>
          {t('create.continue')}
        </Button>
      </Stack>
    </Form>
  )
}

/** The photos, unless they were learned from already, and the order. */
function Details({ id }: { id: string }) {
  const t = useTexts()
  const { data: studio, isError, refetch } = useStudio(id)
  useLiveStudios()
  if (isError && !studio) {
    return <ErrorState what={t('create.failed')} onRetry={() => void refetch()} />
  }
  if (studio === null) {
    return (
      <EmptyState
        text={t('create.gone')}
        action={
          <Anchor component={Link} to={FORM}>
            {t('create.again')}
          </Anchor>
        }
      />
    )
  }
  if (!studio) return <Skeleton h={360} radius={16} />
  if (isBusy(studio)) {
    return (
      <Text role="status">
        {t('create.busy')}{' '}
        <Anchor component={Link} to={paths.headshotSets.link()} inherit>
          {t('list.title')}
        </Anchor>
      </Text>
    )
  }
  return (
    <div className={classes.columns}>
      {canStart(studio) ? <PhotoCoach studio={studio} /> : <Text>{t('create.trained')}</Text>}
      <Stack gap="lg">
        <ConsentPanel studio={studio} />
        <OrderSet studio={studio} />
      </Stack>
    </div>
  )
}
