import { Alert, Anchor, Button, Stack, Text, Title } from '@mantine/core'
import { Link, useNavigate } from 'react-router'
import type { PackDetail } from '#contract/packs.ts'
import { paths } from '#contract/paths.ts'
import { ApiError } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/errors.ts'
import { formatCredits } from '#web/lib/format.ts'
import { confirmSpending } from '#web/lib/spend-request.ts'
import { useSession } from '#web/lib/session.ts'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { PlansLink } from '#web/ui/plans-link.tsx'
import { useSubjects, useTrainingsLeft } from '../api/use-packs.ts'
import { useRunQuote, useStartRun } from '../api/use-runs.ts'
import { pagesOf } from '../lib/kinds.ts'
import { useTexts } from '../texts.ts'
import classes from './packs.module.css'

/** Which model is the subject, what the whole pack costs, and the button. */
export function RunPanel({
  pack,
  training,
  onTraining,
}: {
  pack: PackDetail
  training: string | null
  onTraining(training: string | null): void
}) {
  const t = useTexts()
  const { me } = useSession()
  const navigate = useNavigate()
  const { id, kind, subject } = pack
  const isSignedIn = Boolean(me?.email)
  const isReady = subject === 'none' || training !== null
  const subjects = useSubjects(subject, isSignedIn)
  const lacksModel = subject !== 'none' && subjects.data?.length === 0
  const trainings = useTrainingsLeft(lacksModel)
  const plans = <PlansLink />
  const quote = useRunQuote(kind, { pack: id, training, enabled: isSignedIn && isReady })
  const start = useStartRun(kind)
  const cost = quote.data?.cost ?? pack.credits
  const missing = quote.data && !quote.data.enough ? cost - quote.data.balance : 0
  async function makeAll(): Promise<void> {
    if (!quote.data || !(await confirmSpending(quote.data))) return
    start.mutate(
      { pack: id, training, quote: quote.data.id },
      {
        onSuccess: (run) => void navigate(pagesOf(kind).run.link(run.id)),
        onError: (error) => {
          if (error instanceof ApiError && error.status === 409) void quote.refetch()
        },
      },
    )
  }
  return (
    <section className={classes.panel} aria-labelledby="run">
      <Stack gap="sm">
        <Title order={2} id="run" fz="lg">
          {t('run.title')}
        </Title>
        <Text className="tabular">
          {t('card.size', { shots: pack.shot_count, credits: formatCredits(cost) })}
        </Text>
        {lacksModel && (
          <Text size="sm">
            {t.rich(`run.noModel.${subject}`, {
              link: <Anchor component={Link} to={paths.createStudio.link()} inherit />,
            })}
          </Text>
        )}
        {lacksModel && trainings?.left === 0 && (
          <Text size="sm" c="dimmed">
            {trainings.models === 0
              ? t.rich('run.noTraining', { link: plans })
              : t.rich('run.trainingsUsed', { models: trainings.models, link: plans })}
          </Text>
        )}
        {subject !== 'none' && subjects.data && subjects.data.length > 0 && (
          <NativeSelect
            label={t('run.model')}
            value={training ?? ''}
            data={[
              { value: '', label: t('run.chooseModel') },
              ...subjects.data.map((one) => ({ value: one.id, label: one.project_name })),
            ]}
            onChange={({ currentTarget: { value } }) => onTraining(value === '' ? null : value)}
          />
        )}
        {quote.isError && (
          <Alert color="red" role="alert">
            {messageOf(quote.error)}
          </Alert>
        )}
        {quote.data && quote.data.marked > 0 && (
          <Text size="sm">{t('run.marked', { count: quote.data.marked })}</Text>
        )}
        {missing > 0 && (
          <Text size="sm">
            {t.rich('run.missing', {
              credits: formatCredits(missing),
              link: <PlansLink />,
            })}
          </Text>
        )}
        {isSignedIn ? (
          <Button
            fullWidth
            disabled={!isReady || !quote.data || missing > 0}
            loading={start.isPending}
            onClick={() => void makeAll()}
          >
            {t('run.start', { credits: formatCredits(cost) })}
          </Button>
        ) : (
          <Button
            component={Link}
            to={paths.register.link({ next: pagesOf(kind).detail.link(id) })}
          >
            {t('run.register')}
          </Button>
        )}
        <Text size="sm" c="dimmed">
          {t('run.terms')}
        </Text>
      </Stack>
    </section>
  )
}
