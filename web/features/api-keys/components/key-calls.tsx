import { Skeleton, Table, Text } from '@mantine/core'
import { formatTime } from '#web/lib/format.ts'
import { ErrorState } from '#web/ui/states.tsx'
import { useKeyCalls } from '../lib/use-api-keys.ts'
import { useTexts } from '../texts.ts'

/** The last calls of a key. */
export function KeyCalls({ id, name }: { id: string; name: string }) {
  const t = useTexts()
  const calls = useKeyCalls(id)
  const list = calls.data?.results
  if (calls.isError && !list) {
    return <ErrorState what={t('calls.loadFailed')} onRetry={() => void calls.refetch()} />
  }
  if (!list) return <Skeleton height={64} mt="xs" />
  if (list.length === 0) return <Text c="dimmed">{t('calls.none')}</Text>
  return (
    <div role="region" aria-label={t('calls.of', { name })}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('calls.at')}</Table.Th>
            <Table.Th>{t('calls.call')}</Table.Th>
            <Table.Th>{t('calls.answer')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {list.map(({ at, method, path, status }, index) => (
            // Calls have no id, and the list is read as a whole.
            // oxlint-disable-next-line react/no-array-index-key
            <Table.Tr key={index}>
              <Table.Td>{formatTime(at)}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                {method} {path}
              </Table.Td>
              <Table.Td>{status}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
