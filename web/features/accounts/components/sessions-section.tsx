import { Badge, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { Session } from '#contract/account.ts'
import { formatTime } from '#web/lib/format.ts'
import { ErrorState } from '#web/ui/states.tsx'
import { describeDevice } from '../lib/describe-device.ts'
import { useEndSessions, useSessions } from '../lib/use-sessions.ts'
import classes from './sessions.module.css'

function deviceName({ user_agent: userAgent }: Session): string {
  const { browser, system } = describeDevice(userAgent)
  if (browser === null) return system ?? 'Unknown device'
  return system === null ? browser : `${browser} on ${system}`
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
  const name = deviceName(session)
  return (
    <li className={classes.session}>
      <div>
        <Group gap="xs">
          <Text fw={700}>{name}</Text>
          {session.is_current && (
            <Badge variant="light" color="gray">
              This device
            </Badge>
          )}
        </Group>
        <Text c="dimmed" size="xs">
          Logged in {formatTime(session.created_at)}, last active {formatTime(session.last_used_at)}
        </Text>
      </div>
      {!session.is_current && (
        <Button
          variant="default"
          mih={44}
          loading={isEnding}
          onClick={onEnd}
          aria-label={`Log out ${name}, last active ${formatTime(session.last_used_at)}`}
        >
          Log out
        </Button>
      )}
    </li>
  )
}

/** Where the person is logged in. */
export function SessionsSection() {
  const sessions = useSessions()
  const end = useEndSessions()
  const list = sessions.data?.results
  return (
    <section aria-labelledby="account-sessions">
      <Title order={2} fz="lg" mb="xs" id="account-sessions">
        Where you are logged in
      </Title>
      <Text c="dimmed">If you do not recognize a device, log it out and change your password.</Text>
      {sessions.isError && !list && (
        <ErrorState
          what="Your devices could not be loaded."
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
                Log out everywhere else
              </Button>
            </Group>
          )}
        </Stack>
      )}
    </section>
  )
}
