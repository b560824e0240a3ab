import { Alert, Button, Group, Loader, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Job } from '#contract/inference-jobs.ts'
import { paths } from '#contract/paths.ts'
import { ApiError, api, call } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/errors.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import compare from '#web/ui/compare.module.css'
import classes from './claimed-trial.module.css'
import { useTexts } from './texts.ts'

const LOOK_EVERY_MS = 1000

function Result({ job }: { job: Job }) {
  const t = useTexts()
  const [image] = job.images
  if (job.status === 'P' || job.status === 'R') {
    return (
      <>
        <Skeleton className={classes.place} aria-hidden="true" />
        <Group gap="sm" role="status">
          <Loader size="sm" />
          <Text>{t('trial.working')}</Text>
        </Group>
      </>
    )
  }
  if (!image?.url) return <Text role="alert">{t('trial.failed')}</Text>
  return (
    <>
      <div className={classes.result}>
        <div className={compare.checkerboard} />
        <img src={image.url} width={image.width} height={image.height} alt={t('trial.alt')} />
      </div>
      <Group>
        <Button component="a" href={`${image.url}&download=cut-out.png`} size="md">
          {t('trial.download')}
        </Button>
        <Button component={Link} to={paths.allTools.link()} variant="default" size="md">
          {t('trial.more')}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {t('trial.kept')}
      </Text>
    </>
  )
}

/** Makes a photo that was tried one's own, and shows it at its full size. */
export function ClaimedTrial({ token, resendMail }: { token: string; resendMail: ReactNode }) {
  const t = useTexts()
  const { data, error } = useQuery({
    queryKey: queryKeys.trial(token),
    // The same claim answers how far its job is.
    queryFn: ({ signal }) => call(api.trials.claim, { params: { token }, body: {} }, { signal }),
    refetchInterval: ({ state }) =>
      state.data && (state.data.status === 'waiting' || ['P', 'R'].includes(state.data.status))
        ? LOOK_EVERY_MS
        : false,
    retry: false,
  })
  const isPoor = error instanceof ApiError && error.status === 402
  return (
    <Stack gap="md">
      <Title order={1}>{t('trial.title')}</Title>
      {error && (
        <Alert color="yellow">
          <Text mb="sm">{messageOf(error)}</Text>
          <Button
            component={Link}
            to={isPoor ? paths.pricing.link() : paths.backgroundRemoval.link()}
          >
            {t(isPoor ? 'trial.prices' : 'trial.again')}
          </Button>
        </Alert>
      )}
      {data?.status === 'waiting' && (
        <>
          <Text>{t('trial.waiting')}</Text>
          {resendMail}
        </>
      )}
      {!data && !error && <Skeleton className={classes.place} aria-hidden="true" />}
      {data && 'images' in data && <Result job={data} />}
    </Stack>
  )
}
