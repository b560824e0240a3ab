import { Group, Modal } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTexts } from './texts.ts'

/** As Mantine waits, until what was closed is out of the way. */
const MILLISECONDS = 10

/**
 * Gives the focus back at the end of a dialog that is open when it is first drawn. Mantine does so for one that is opened later: it
 * notes where the focus was when `opened` changes.
 */
export function useFocusBack(opened: boolean): void {
  // Read while it is drawn: afterwards the dialog has the focus.
  const [before] = useState(() =>
    opened && typeof document !== 'undefined' ? document.activeElement : null,
  )
  const opener = useRef(before)
  useEffect(() => {
    if (!opened) return undefined
    return () => {
      const target = opener.current
      opener.current = null
      const atClose = document.activeElement
      window.setTimeout(() => {
        const now = document.activeElement
        const isLost = now === null || now === document.body || now === atClose
        if (isLost && target instanceof HTMLElement) target.focus({ preventScroll: true })
      }, MILLISECONDS)
    }
  }, [opened])
}

/**
 * A dialog with a title. Built from its parts: the whole one would bring a second page header.
 * @param size width in px
 * @param lang of its texts, where it is not the page's
 */
export function Dialog({
  opened,
  onClose,
  title,
  size,
  lang,
  children,
}: {
  opened: boolean
  onClose(): void
  title: string
  size: number
  lang?: string
  children: ReactNode
}) {
  const t = useTexts()
  useFocusBack(opened)
  return (
    <Modal.Root opened={opened} onClose={onClose} size={size} centered radius="lg">
      <Modal.Overlay />
      <Modal.Content>
        <Group justify="space-between" wrap="nowrap" px="md" pt="xs">
          <Modal.Title fz="md" fw={700} lh={1.35} lang={lang}>
            {title}
          </Modal.Title>
          <Modal.CloseButton size={44} me={-8} aria-label={t('dialog.close')} />
        </Group>
        <Modal.Body lang={lang}>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
