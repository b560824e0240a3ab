import { Modal } from '@mantine/core'
import { AuthPanel } from '#web/features/accounts/index.ts'
import { BillingDialogs } from '#web/features/billing/index.ts'
import { useDialogs } from '#web/lib/dialogs.ts'

/** The dialogs that any page may open. */
export function Dialogs() {
  const { open, close } = useDialogs()
  return (
    <>
      <Modal opened={open === 'login'} onClose={close} size={440}>
        <AuthPanel tab="login" headingOrder={2} />
      </Modal>
      <BillingDialogs />
    </>
  )
}
