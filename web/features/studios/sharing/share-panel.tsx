import { Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { LoraTraining } from '#contract/lora-trainings.ts'
import type { ModelShare } from '#contract/model-shares.ts'
import { Problem } from '#web/ui/problem.tsx'
import { Question } from '#web/ui/question.tsx'
import { formatDay } from '../lib/look.ts'
import { ShareDialog } from './share-dialog.tsx'
import classes from './sharing.module.css'
import { useTexts } from './texts.ts'
import { useShareActions, useShares } from './use-shares.ts'

/** Of one model at a time. */
const MOST = 10

const INTROS: Readonly<Record<string, 'noConsent' | 'child'>> = {
  no_consent: 'noConsent',
  child: 'child',
}

const isLive = ({ state }: ModelShare): boolean => state === 'offered' || state === 'accepted'

/** With whom a model is shared, and the ways to share it and to take it back. */
export function SharePanel({ studio }: { studio: LoraTraining }) {
  const t = useTexts()
  const { id, project_name: name } = studio
  const { data, isError, refetch } = useShares(id)
  const [isOpen, setOpen] = useState(false)
  const live = data?.results.filter(isLive).length ?? 0
  return (
    <section aria-labelledby="sharing">
      <Title order={2} fz="lg" id="sharing" mb="xs">
        {t('title')}
      </Title>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{t(INTROS[data?.hindrance ?? 'none'] ?? 'intro')}</Text>
        {isError && !data && (
          <>
            <Problem>{t('failed')}</Problem>
            <Button variant="default" onClick={() => void refetch()}>
              {t('retry')}
            </Button>
          </>
        )}
        {!data && !isError && <Skeleton h={36} />}
        {data?.hindrance === null && live >= MOST && (
          <Text size="sm">{t('full', { most: MOST })}</Text>
        )}
        {data?.hindrance === null && live < MOST && (
          <Button variant="default" onClick={() => setOpen(true)}>
            {t('open')}
          </Button>
        )}
        {data?.results.length === 0 && data.hindrance === null && (
          <Text size="sm" c="dimmed">
            {t('none')}
          </Text>
        )}
        {data && data.results.length > 0 && (
          <ul className={classes.shares} aria-label={t('list')}>
            {data.results.map((share) => (
              <Share key={share.id} studio={id} share={share} />
            ))}
          </ul>
        )}
      </Stack>
      <ShareDialog
        id={id}
        name={name}
        showsSubject={studio.cut_outs.length > 0}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      />
    </section>
  )
}

function Share({ studio, share }: { studio: string; share: ModelShare }) {
  const t = useTexts()
  const { revoke } = useShareActions(studio)
  const { email, state, expires_at: until, answered_at: since, ended_by: by } = share
  const day = formatDay((state === 'accepted' ? since : until) ?? until)
  const shown = state === 'withdrawn' ? (by ?? 'deleted') : state
  return (
    <li>
      <Text size="sm" fw={isLive(share) ? 700 : 400} style={{ overflowWrap: 'anywhere' }}>
        {email}
      </Text>
      <Text size="sm" c="dimmed" mb={isLive(share) ? 6 : 0}>
        {t(`state.${shown}`, { day })}
      </Text>
      {state === 'offered' && (
        <Button
          variant="default"
          aria-label={t('cancelLabel', { email })}
          loading={revoke.isPending}
          onClick={() => revoke.mutate(share)}
        >
          {t('cancel')}
        </Button>
      )}
      {state === 'accepted' && (
        <Question
          label={t('takeBackLabel', { email })}
          question={t('takeBackQuestion', { email })}
          no={t('no')}
          yes={t('takeBack')}
          isPending={revoke.isPending}
          onYes={(close) => {
            close()
            revoke.mutate(share)
          }}
        >
          <Button variant="default" c="red" aria-label={t('takeBackLabel', { email })}>
            {t('takeBack')}
          </Button>
        </Question>
      )}
    </li>
  )
}
