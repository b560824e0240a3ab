import { Badge, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { Session } from '#contract/account.ts'
import { formatTime } from '#web/lib/format.ts'
import { ErrorState } from '#web/ui/states.tsx'
import { describeDevice } from './describe-device.ts'
import { useEndSessions, useSessions } from './use-sessions.ts'
import classes from './sessions.module.css'
import { type SettingsTexts, useTexts } from './texts.ts'

function deviceName({ user_agent: userAgent }: Session, t: SettingsTexts): string {
  const { browser, system } = describeDevice(userAgent)
  if (browser === null) return system ?? t('sessionsSection.unknownDevice')
  return system === null ? browser : t('sessionsSection.device', { browser, system })
}

function SessionRow({
  session,
  onEnd,
  isEnding,
}: {
  session: Session
  onEnd(): void
  isEnding: boolean
}) {
  const t = useTexts()
  const name = deviceName(session, t)
  return (
    <li className={classes.session}>
      <div>
        <Group gap="xs">
          <Text fw={700}>{name}</Text>
          {session.is_current && (
            <Badge variant="light" color="gray">
              {t('sessionsSection.thisDevice')}
            </Badge>
          )}
        </Group>
        <Text c="dimmed" size="xs">
          {t('sessionsSection.times', {
            since: formatTime(session.created_at),
            lastActive: formatTime(session.last_used_at),
          })}
        </Text>
      </div>
      {!session.is_current && (
        <Button
          variant="default"
          mih={44}
          loading={isEnding}
          onClick={onEnd}
          aria-label={t('sessionsSection.logOutDevice', {
            name,
            lastActive: formatTime(session.last_used_at),
          })}
        >
          {t('sessionsSection.logOut')}
        </Button>
      )}
    </li>
  )
}

/** Where the person is logged in. */
export function SessionsSection() {
  const t = useTexts()
  const sessions = useSessions()
  const end = useEndSessions()
  const list = sessions.data?.results
  return (
    <section aria-labelledby="account-sessions">
      <Title order={2} fz="lg" mb="xs" id="account-sessions">
        {t('sessionsSection.title')}
      </Title>
      <Text c="dimmed">{t('sessionsSection.hint')}</Text>
      {sessions.isError && !list && (
        <ErrorState
          what={t('sessionsSection.loadFailed')}
          onRetry={() => void sessions.refetch()}
        />
      )}
      {!list && !sessions.isError && <Skeleton height={64} mt="md" />}
      {list && (
        <Stack>
          <ul className={classes.sessions}>
            {list.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                onEnd={() => end.mutate({ id: session.id })}
                isEnding={end.isPending && end.variables.id === session.id}
              />
            ))}
          </ul>
          {list.length > 1 && (
            <Group>
              <Button
                variant="default"
                mih={44}
                loading={end.isPending && end.variables.id === null}
                onClick={() => end.mutate({ id: null })}
              >
                {t('sessionsSection.logOutOthers')}
              </Button>
            </Group>
          )}
        </Stack>
      )}
    </section>
  )
}
