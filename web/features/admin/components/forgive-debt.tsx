import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { formatCredits, formatNumber } from '#web/lib/format.ts'
import { useForgive } from '../api/use-admin.ts'
import { ActionDialog } from './action-dialog.tsx'

/** What a person spent of payments that went back, and the act that misses it no more. */
export function ForgiveDebt({ user, missing }: { user: string; missing: number }) {
  const [isOpen, setOpen] = useState(false)
  const forgive = useForgive()

  async function act(sent: { key: string; reason: string }): Promise<string> {
    const made = await forgive.mutateAsync({ user, ...sent })
    if (made.state === 'waiting') return 'A second administrator has to agree to this sum.'
    return `${formatCredits(made.amount)} forgiven.`
  }

  return (
    <>
      <Text>
        Spent and not recovered: {formatNumber(missing)}, of payments that went back. No free or
        bonus credits are given.
      </Text>
      <Button variant="default" onClick={() => setOpen(true)} style={{ justifySelf: 'start' }}>
        Forgive
      </Button>
      {isOpen && (
        <ActionDialog
          title="Forgive spent credits"
          about={`${formatCredits(missing)}, spent of payments that went back`}
          reasonReader="Administrators read it in the log"
          button={{ text: 'Forgive' }}
          isReady
          act={act}
          onClose={() => setOpen(false)}
        >
          <Text>
            The balance stays as it is. From now on the account gets free and bonus credits again.
          </Text>
        </ActionDialog>
      )}
    </>
  )
}
