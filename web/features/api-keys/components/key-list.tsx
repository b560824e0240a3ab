import { Badge, Button, Code, Group, Skeleton, Text, Title } from '@mantine/core'
import { useId, useState } from 'react'
import type { ApiKey } from '#contract/api-keys.ts'
import { formatTime } from '#web/lib/format.ts'
import { ErrorState } from '#web/ui/states.tsx'
import { useApiKeys, useRevokeKey } from '../lib/use-api-keys.ts'
import { type KeyTexts, useTexts } from '../texts.ts'
import { KeyCalls } from './key-calls.tsx'
import classes from './key-list.module.css'

function limitsOf(key: ApiKey, t: KeyTexts): string {
  const { daily_credits: daily, spent_today: spent } = key
  return [
    daily === null ? t('key.spent', { spent }) : t('key.spentOf', { spent, daily }),
    t('key.calls', { count: key.calls_per_minute }),
    t('key.images', { count: key.images_at_once }),
  ].join(' · ')
}

function KeyRow({ item }: { item: ApiKey }) {
  const t = useTexts()
  const revoke = useRevokeKey()
  const [showsCalls, setShowsCalls] = useState(false)
  const calls = useId()
  const { id, name } = item
  return (
    <li className={classes.key}>
      <div className={classes.line}>
        <div>
          <Group gap="xs">
            <Text fw={700}>{name}</Text>
            <Code>{item.prefix}…</Code>
            {item.scopes.map((scope) => (
              <Badge key={scope} variant="light" color="gray">
                {t(`scope.${scope}`)}
              </Badge>
            ))}
          </Group>
          <Text c="dimmed" size="xs">
            {item.last_used_at === null
              ? t('key.unused', { since: formatTime(item.created_at) })
              : t('key.times', {
                  since: formatTime(item.created_at),
                  used: formatTime(item.last_used_at),
                })}
          </Text>
          <Text c="dimmed" size="xs">
            {limitsOf(item, t)}
          </Text>
        </div>
        <Group gap="xs">
          <Button
            variant="subtle"
            mih={44}
            aria-expanded={showsCalls}
            aria-controls={calls}
            onClick={() => setShowsCalls(!showsCalls)}
          >
            {t('key.lastCalls')}
          </Button>
          <Button
            variant="default"
            mih={44}
            loading={revoke.isPending}
            onClick={() => revoke.mutate({ id, name })}
            aria-label={t('key.revokeNamed', { name })}
          >
            {t('key.revoke')}
          </Button>
        </Group>
      </div>
      <div id={calls}>{showsCalls && <KeyCalls id={id} name={name} />}</div>
    </li>
  )
}

/** Own keys, each with its limits, its calls and a way to take it back. */
export function KeyList() {
  const t = useTexts()
  const keys = useApiKeys()
  const list = keys.data?.results
  return (
    <section aria-labelledby="api-keys">
      <Title order={2} fz="lg" mb="xs" id="api-keys">
        {t('keys.title')}
      </Title>
      {keys.isError && !list && (
        <ErrorState what={t('keys.loadFailed')} onRetry={() => void keys.refetch()} />
      )}
      {!list && !keys.isError && <Skeleton height={64} mt="md" />}
      {list?.length === 0 && <Text c="dimmed">{t('keys.none')}</Text>}
      {list && list.length > 0 && (
        <ul className={classes.keys}>
          {list.map((item) => (
            <KeyRow key={item.id} item={item} />
          ))}
        </ul>
      )}
    </section>
  )
}
