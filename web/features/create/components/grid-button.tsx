import { Button } from '@mantine/core'
import { IconGridDots } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { Deferred } from '#web/ui/deferred.tsx'
import { useTexts } from '../texts.ts'

const loadDialog = () => import('../grid/grid-dialog.tsx').then(({ GridDialog }) => GridDialog)

/** The way to all combinations of two or three settings. */
export function GridButton() {
  const t = useTexts()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        ref={button}
        type="button"
        variant="default"
        fullWidth
        mih={44}
        mt={8}
        leftSection={<IconGridDots size={18} />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t('settings.grid')}
      </Button>
      {isOpen && (
        <Deferred
          load={loadDialog}
          props={{
            onClose: () => {
              setOpen(false)
              button.current?.focus()
            },
          }}
        />
      )}
    </>
  )
}
