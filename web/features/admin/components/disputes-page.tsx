import { Anchor } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { AdminDispute } from '#contract/admin-disputes.ts'
import { paths } from '#contract/paths.ts'
import { formatMoney, formatTime } from '#web/lib/format.ts'
import { StateBadge, type StateLook } from '#web/ui/cells.tsx'
import { ListTable } from '#web/ui/data-table.tsx'
import { SmallButton } from '#web/ui/small-button.tsx'
import { useDisputes } from '../api/use-risk.ts'
import { AdminFrame } from './admin-frame.tsx'
import { EvidenceDialog } from './evidence-dialog.tsx'

const STATES: Record<AdminDispute['status'], StateLook> = {
  open: { label: 'Open', color: 'yellow' },
  won: { label: 'Won', color: 'green' },
  lost: { label: 'Lost', color: 'red' },
}

/** When evidence was sent, or why it was not taken. */
function evidenceText({ evidence }: AdminDispute): string {
  if (evidence === null) return 'Not sent'
  if (evidence.refused !== null) return 'Refused by the provider'
  return evidence.sent_at === null ? 'On its way' : `Sent ${formatTime(evidence.sent_at)}`
}

/** Payments that people had their bank take back, and the way to answer. */
export function DisputesPage() {
  const disputes = useDisputes()
  const [target, setTarget] = useState<string | null>(null)
  return (
    <AdminFrame title="Disputes">
      <ListTable
        list={disputes}
        label="Disputes"
        keyOf={({ id }) => id}
        empty="No payment was disputed."
        columns={[
          {
            title: 'Paid',
            render: ({ paid_at: at }) => (at === null ? '' : formatTime(at)),
          },
          {
            title: 'Who',
            render: ({ user, email }) => (
              <Anchor component={Link} to={paths.adminPerson.link(user)}>
                {email === '' ? 'A deleted account' : email}
              </Anchor>
            ),
          },
          { title: 'Number', render: ({ number }) => number ?? '' },
          {
            title: 'Amount',
            kind: 'number',
            render: ({ amount, currency }) => formatMoney(amount, currency),
          },
          { title: 'State', render: ({ status }) => <StateBadge look={STATES[status]} /> },
          { title: 'Evidence', render: evidenceText },
          {
            title: 'Action',
            render: ({ id, number, email }) => (
              <SmallButton
                onClick={() => setTarget(id)}
                aria-label={`Evidence for ${number ?? email}`}
              >
                Evidence
              </SmallButton>
            ),
          },
        ]}
      />
      {target !== null && <EvidenceDialog id={target} onClose={() => setTarget(null)} />}
    </AdminFrame>
  )
}
