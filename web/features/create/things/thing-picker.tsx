import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconApps } from '@tabler/icons-react'
import { Deferred } from '#web/ui/deferred.tsx'
import { useTexts } from './texts.ts'

const loadBrowser = () => import('./thing-browser.tsx').then(({ ThingBrowser }) => ThingBrowser)

/** Opens the collection, so that what is to be drawn can be picked by its picture. */
export function ThingPicker() {
  const t = useTexts()
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button
        variant="default"
        fullWidth
        leftSection={<IconApps size={18} aria-hidden="true" />}
        onClick={open}
      >
        {t('things.open')}
      </Button>
      {isOpen && <Deferred load={loadBrowser} props={{ onClose: close }} />}
    </>
  )
}
