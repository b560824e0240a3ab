import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { DisputeFile } from '#contract/admin-disputes.ts'
import { formatMoney, formatTime } from '#web/lib/format.ts'
import { TableState } from '#web/ui/data-table.tsx'
import { DeferredDialog } from '#web/ui/deferred-dialog.tsx'
import { useDispute, useSubmitEvidence } from '../api/use-risk.ts'
import classes from './evidence.module.css'

const NAMES: Record<string, string> = {
  customer_name: 'Name',
  customer_email_address: 'Email',
  product_description: 'What was bought',
  service_date: 'Day of the service',
  access_activity_log: 'Logins and deliveries',
  refund_policy_disclosure: 'Terms that were accepted',
  uncategorized_text: 'Note',
}

/** Shows what would be sent to the payment provider for a disputed payment, and sends it by one press: once, for good. */
export function EvidenceDialog({ id, onClose }: { id: string; onClose(): void }) {
  const file = useDispute(id)
  return (
    <DeferredDialog lang="en" opened title="Evidence for the bank" onClose={onClose} size={640}>
      {file.data ? (
        <File file={file.data} onClose={onClose} />
      ) : (
        <TableState isError={file.isError} onRetry={() => void file.refetch()} />
      )}
    </DeferredDialog>
  )
}

function stateText({ dispute, reason, due_at: due }: DisputeFile): string {
  const { amount, currency, email, evidence } = dispute
  const what = `${formatMoney(amount, currency)} of ${email === '' ? 'a deleted account' : email}, disputed${reason === null ? '' : ` as “${reason.replaceAll('_', ' ')}”`}.`
  if (evidence !== null && evidence.refused === null) {
    return `${what} Sent by ${evidence.sent_by === '' ? 'a former colleague' : evidence.sent_by}, ${formatTime(evidence.requested_at)}.`
  }
  return due === null ? what : `${what} Due ${formatTime(due)}.`
}

function File({ file, onClose }: { file: DisputeFile; onClose(): void }) {
  const { dispute, evidence, token, answerable } = file
  const [note, setNote] = useState('')
  const submit = useSubmitEvidence(dispute.id)
  const send = () => {
    if (token === null || submit.isPending) return
    submit.mutate(
      { token, ...(note.trim() !== '' && { note: note.trim() }) },
      {
        onSuccess: () => {
          notifications.show({ message: 'The evidence was sent.' })
          onClose()
        },
      },
    )
  }
  return (
    <Stack>
      <Text>{stateText(file)}</Text>
      {dispute.evidence?.refused != null && (
        <Text role="alert">The provider refused it: {dispute.evidence.refused}</Text>
      )}
      <dl className={classes.evidence}>
        {evidence.map(({ field, text }) => (
          <div key={field}>
            <dt>{NAMES[field] ?? field}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {token !== null && answerable && (
        <>
          <Textarea
            label="Add in your own words"
            description="The bank reads it beside the rest. It can be sent once."
            value={note}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
            maxLength={5000}
            autosize
            minRows={3}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button loading={submit.isPending} onClick={send}>
              Send to the bank
            </Button>
          </Group>
        </>
      )}
      {token !== null && !answerable && (
        <Text c="dimmed">The bank takes no evidence for this dispute any more.</Text>
      )}
    </Stack>
  )
}
