import { Modal } from '@mantine/core'
import { LoginPanel } from '#web/features/accounts/index.ts'
import { useDialogs } from '#web/lib/dialogs.ts'
import { useFocusBack } from '#web/ui/dialog.tsx'

/** Login over the page that one is on. */
export function LoginDialog() {
  const { open, close } = useDialogs()
  useFocusBack(open === 'login')
  return (
    <Modal opened={open === 'login'} onClose={close} size={440}>
      <LoginPanel headingOrder={2} />
    </Modal>
  )
}
