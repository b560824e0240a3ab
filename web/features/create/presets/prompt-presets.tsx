import { useRef, useState } from 'react'
import { Deferred } from '#web/ui/deferred.tsx'
import { SmallButton } from '#web/ui/small-button.tsx'
import { useTexts } from './texts.ts'

const loadDialog = () => import('./presets-dialog.tsx').then(({ PresetsDialog }) => PresetsDialog)

/** The way to one's presets. */
export function PromptPresets() {
  const t = useTexts()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <SmallButton
        ref={button}
        type="button"
        mih={44}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t('presets.open')}
      </SmallButton>
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
