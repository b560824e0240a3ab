import { Button, Group, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { Cluster } from '#contract/admin-clusters.ts'
import { formatNumber, formatTime } from '#web/lib/format.ts'
import { SmallButton } from '#web/ui/small-button.tsx'
import { ClusterDialog, type ClusterQuestion } from './cluster-dialog.tsx'

export const DECISIONS = { limited: 'Limited', fine: 'Marked as fine' } as const

/** As dialogs wait before they give the focus back. */
const MILLISECONDS = 10

/** Takes the focus at the end of a dialog whose opener is gone by then: it would fall to the top of the page. */
function useFocusHome(isOpen: boolean) {
  const home = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isOpen) return undefined
    const place = home.current
    return () => {
      window.setTimeout(() => {
        if (document.activeElement === document.body) place?.focus({ preventScroll: true })
      }, MILLISECONDS)
    }
  }, [isOpen])
  return home
}

/** The decisions about a cluster, each with its way back, and the two that can be made. */
export function ClusterDecision({ cluster }: { cluster: Cluster }) {
  // As it was when the button was pressed: a list that is read again changes nothing under the reader's eyes.
  const [question, setQuestion] = useState<ClusterQuestion | null>(null)
  const home = useFocusHome(question !== null)
  const { accounts, decisions, can_decide: canDecide } = cluster
  const about = `${accounts[0]!.email} and ${formatNumber(accounts.length - 1)} more`
  const isDecided = decisions.some(({ is_whole: isWhole }) => isWhole)
  return (
    <div ref={home} tabIndex={-1} role="group" aria-label={`Decision: ${about}`}>
      {decisions.map((decision) => {
        const made = `${DECISIONS[decision.kind]} ${formatTime(decision.decided_at)}`
        return (
          <div key={decision.id}>
            <Text size="sm" mb={4}>
              {made}
              {decision.reason !== '' && `: ${decision.reason}`}
              {!decision.is_whole && ' (other accounts have joined since)'}
            </Text>
            <Group gap="xs" justify="inherit" mb="xs">
              <SmallButton
                aria-label={`Undo: ${made}, ${about}`}
                onClick={() => setQuestion({ act: 'undo', accounts, decision: decision.id })}
              >
                Undo
              </SmallButton>
            </Group>
          </div>
        )
      })}
      {!isDecided && canDecide && (
        <Group gap="xs" justify="inherit">
          <Button
            size="compact-sm"
            color="red"
            variant="light"
            aria-label={`Limit all: ${about}`}
            onClick={() => setQuestion({ act: 'limited', accounts })}
          >
            Limit all
          </Button>
          <SmallButton
            aria-label={`Mark as fine: ${about}`}
            onClick={() => setQuestion({ act: 'fine', accounts })}
          >
            Mark as fine
          </SmallButton>
        </Group>
      )}
      {!isDecided && !canDecide && (
        <Text size="sm" c="dimmed">
          Too many accounts to decide about at once. Limit or ban each on its own page.
        </Text>
      )}
      {question && <ClusterDialog question={question} onClose={() => setQuestion(null)} />}
    </div>
  )
}
