import { Anchor, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Appeal } from '#contract/reports.ts'
import { formatTime } from '#web/lib/format.ts'
import { TableState } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { useAppeals, useDecideAppeal } from '../api/use-reports.ts'
import { ActionDialog } from './action-dialog.tsx'
import classes from './reports.module.css'
import { REASON_NAMES } from './report-reasons.ts'

/** Objections to decisions; each is upheld or reversed with a reason. */
export function AppealList() {
  const appeals = useAppeals('open')
  const [judged, setJudged] = useState<{ appeal: Appeal; action: 'uphold' | 'reverse' } | null>(
    null,
  )
  const shown = appeals.data?.pages.flatMap(({ results }) => results)
  if (!shown) return <TableState isError={appeals.isError} onRetry={() => void appeals.refetch()} />
  if (shown.length === 0) return <EmptyState picture={null} text="Nobody objects to a decision." />
  return (
    <>
      <ul className={classes.queue} aria-label="Objections">
        {shown.map((appeal) => (
          <li key={appeal.id} className={classes.report}>
            <Objection appeal={appeal} onJudge={(action) => setJudged({ appeal, action })} />
          </li>
        ))}
      </ul>
      {judged && <Judge {...judged} onClose={() => setJudged(null)} />}
    </>
  )
}

function Objection({
  appeal: { reader, text, name, address, decision, due_at: due },
  onJudge,
}: {
  appeal: Appeal
  onJudge(action: 'uphold' | 'reverse'): void
}) {
  const { kind, action, ground, reason, url } = decision
  return (
    <Stack gap="xs" className={classes.words}>
      <Text fw={700}>
        {reader === 'owner' ? 'The owner' : 'A reporter'} objects: {action} {kind} (
        {REASON_NAMES[ground]})
      </Text>
      <Text className={classes.said}>“{text}”</Text>
      {name !== null && (
        <Text size="sm" className={classes.said}>
          Counter-notice of {name}, {address}
        </Text>
      )}
      <Text size="sm" c="dimmed" className={classes.said}>
        Answer by {formatTime(due)}. Decided because: {reason}{' '}
        <Anchor href={url.startsWith('/') ? url : undefined}>{url}</Anchor>
      </Text>
      <Group gap="xs">
        <Button variant="default" h={44} onClick={() => onJudge('uphold')}>
          Let it stand
        </Button>
        <Button h={44} onClick={() => onJudge('reverse')}>
          Take it back
        </Button>
      </Group>
    </Stack>
  )
}

function Judge({
  appeal: { id, reader, copies },
  action,
  onClose,
}: {
  appeal: Appeal
  action: 'uphold' | 'reverse'
  onClose(): void
}) {
  const decide = useDecideAppeal()
  const [withCopies, setWithCopies] = useState(false)
  const about =
    action === 'uphold'
      ? 'The decision stays as it is.'
      : reader === 'owner'
        ? 'It is shown again, and the strike is lifted.'
        : 'The report is open again and waits for a new decision.'
  return (
    <ActionDialog
      title={action === 'uphold' ? 'Let the decision stand' : 'Take the decision back'}
      about={about}
      reasonReader="Who objects reads it."
      button={{ text: action === 'uphold' ? 'Let it stand' : 'Take it back' }}
      isReady
      act={async ({ reason }) => {
        await decide.mutateAsync({ id, action, copies: withCopies, reason })
        return 'The objection is decided.'
      }}
      onClose={onClose}
    >
      {action === 'reverse' && copies > 0 && (
        <Checkbox
          checked={withCopies}
          onChange={(event) => setWithCopies(event.currentTarget.checked)}
          label={`Bring back its copies, too (${copies})`}
          description="They were removed because they are the same image. Leave them removed where only this owner has the right to it."
        />
      )}
    </ActionDialog>
  )
}
