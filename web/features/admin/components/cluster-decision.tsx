import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { Cluster } from '#contract/admin-clusters.ts'
import { formatNumber, formatTime } from '#web/lib/format.ts'
import { type ClusterAct, ClusterDialog } from './cluster-dialog.tsx'

const KINDS = { limited: 'Limited', fine: 'Marked as fine' } as const

/** The decision about a cluster with its way back, or the two that can be made. */
export function ClusterDecision({ cluster }: { cluster: Cluster }) {
  const [act, setAct] = useState<ClusterAct | null>(null)
  const { accounts, decision } = cluster
  const about = `${accounts[0]!.email} and ${formatNumber(accounts.length - 1)} more`
  return (
    <div>
      {decision && (
        <Text size="sm" mb={4}>
          {KINDS[decision.kind]} {formatTime(decision.decided_at)}: {decision.reason}
          {!decision.is_whole && ' Other accounts have joined since.'}
        </Text>
      )}
      <Group gap="xs" justify="inherit">
        {decision?.is_whole !== true && (
          <>
            <Button
              size="compact-sm"
              color="red"
              variant="light"
              aria-label={`Limit all: ${about}`}
              onClick={() => setAct('limited')}
            >
              Limit all
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Mark as fine: ${about}`}
              onClick={() => setAct('fine')}
            >
              Mark as fine
            </Button>
          </>
        )}
        {decision && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Undo: ${about}`}
            onClick={() => setAct('undo')}
          >
            Undo
          </Button>
        )}
      </Group>
      {act && <ClusterDialog cluster={cluster} act={act} onClose={() => setAct(null)} />}
    </div>
  )
}
