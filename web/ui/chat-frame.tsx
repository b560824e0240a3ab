import { ActionIcon, CloseButton, Text } from '@mantine/core'
import { IconMessageCircle } from '@tabler/icons-react'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useMatches } from 'react-router'
import { paths } from '#contract/paths.ts'
import classes from './chat-frame.module.css'

/**
 * A chat in the corner of every page but text to image. What it holds comes when it is first opened, and stays while it is closed, so
 * that a conversation goes on.
 */
export function ChatFrame({
  title,
  closeLabel,
  children,
}: {
  title: string
  closeLabel: string
  children: ReactNode
}) {
  const { pathname } = useLocation()
  const isTool = useMatches().some(
    ({ handle }) => (handle as { frame?: string } | null)?.frame === 'tool',
  )
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const panel = useRef<HTMLElement>(null)
  const launcher = useRef<HTMLButtonElement>(null)
  const close = useCallback(() => {
    setOpen(false)
    launcher.current?.focus()
  }, [])
  useEffect(() => {
    const { current } = panel
    if (!isOpen || current === null) return undefined
    current.focus()
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && close()
    current.addEventListener('keydown', onKey)
    return () => current.removeEventListener('keydown', onKey)
  }, [isOpen, close])
  if (pathname === paths.textToImage.pattern) return null

  return (
    <div className={classes.chat} data-tool={isTool || undefined}>
      {wasOpened && (
        <section
          ref={panel}
          tabIndex={-1}
          hidden={!isOpen}
          className={classes.panel}
          aria-label={title}
        >
          <header className={classes.head}>
            <Text fw={700}>{title}</Text>
            <CloseButton size={44} me={-8} aria-label={closeLabel} onClick={close} />
          </header>
          {children}
        </section>
      )}
      <ActionIcon
        ref={launcher}
        className={classes.launcher}
        size={52}
        radius="xl"
        variant="filled"
        aria-label={title}
        aria-expanded={isOpen}
        onClick={() => {
          setOpened(true)
          setOpen(!isOpen)
        }}
      >
        <IconMessageCircle size={26} />
      </ActionIcon>
    </div>
  )
}
