import type { Cluster } from '#contract/admin-clusters.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useDecideCluster, useUndoCluster } from '../api/use-risk.ts'
import { ActionDialog } from './action-dialog.tsx'
import classes from './person.module.css'

/** An act on all accounts of a cluster: limits them, marks them as fine, or takes one of these decisions back. */
export type ClusterQuestion = Pick<Cluster, 'accounts'> &
  ({ act: 'limited' | 'fine' } | { act: 'undo'; decision: string })

const WORDS = {
  limited: {
    title: 'Limit all of these accounts',
    about:
      'None of them can order, publish or buy anything, but all can log in, download, export and delete. Accounts of the team, and those that are limited or banned already, stay as they are. You can undo this later.',
    reasonReader:
      'Each person reads it on every page and in an email, and can ask you to look again: name no other account.',
    button: { text: 'Limit all', isEnd: true },
  },
  fine: {
    title: 'Mark these accounts as fine',
    about:
      'Nothing changes for them, and limits that were set before stay. They are listed below the others until another account joins them. You can undo this later.',
    reasonReader: 'For the log.',
    button: { text: 'Mark as fine' },
  },
  undo: {
    title: 'Undo the decision',
    about:
      'Limits that were set by it and still hold are lifted, and these people are told by email. Other decisions about these accounts stay.',
    reasonReader: 'For the log.',
    button: { text: 'Undo' },
  },
} as const

/** Asks once, with a reason, and names every account that it is about. */
export function ClusterDialog({
  question,
  onClose,
}: {
  question: ClusterQuestion
  onClose(): void
}) {
  const decide = useDecideCluster()
  const undo = useUndoCluster()
  const { act, accounts } = question
  const count = formatNumber(accounts.length)

  async function send(reason: string): Promise<string> {
    if (question.act === 'undo') {
      await undo.mutateAsync({ id: question.decision, reason })
      return 'The decision is undone.'
    }
    const ids = accounts.map(({ id }) => id)
    await decide.mutateAsync({ accounts: ids, decision: question.act, reason })
    return question.act === 'fine'
      ? `${count} accounts are marked as fine.`
      : 'The accounts are limited.'
  }

  return (
    <ActionDialog {...WORDS[act]} isReady act={({ reason }) => send(reason)} onClose={onClose}>
      <ul aria-label="Accounts" className={classes.lines}>
        {accounts.map(({ id, email }) => (
          <li key={id}>{email}</li>
        ))}
      </ul>
    </ActionDialog>
  )
}
