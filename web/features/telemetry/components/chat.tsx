import { ActionIcon, Button, CloseButton, Text } from '@mantine/core'
import { IconMessageCircle } from '@tabler/icons-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useMatches } from 'react-router'
import { paths } from '#web/app/paths.ts'
import { useLanguage } from '#web/lib/texts.ts'
import { useTexts } from '../texts.ts'
import classes from './chat.module.css'

/** What a page of somebody else may do in its frame: it can neither reach our page nor lead it elsewhere. */
const SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox'

/**
 * The support chat of paying people, on every page but text to image. The page of the service comes when the chat is first opened and
 * allowed, and stays while it is closed, so that a conversation goes on.
 * @param url with `{language}` where it takes one
 */
export function Chat({
  url,
  isAllowed,
  host,
  onAllow,
}: {
  url: string
  isAllowed: boolean
  host: string
  onAllow(): void
}) {
  const t = useTexts()
  const language = useLanguage()
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
          aria-label={t('chat.title')}
        >
          <header className={classes.head}>
            <Text fw={700}>{t('chat.title')}</Text>
            <CloseButton size={44} me={-8} aria-label={t('chat.close')} onClick={close} />
          </header>
          {isAllowed ? (
            <iframe
              title={t('chat.title')}
              src={url.replaceAll('{language}', language)}
              sandbox={SANDBOX}
              referrerPolicy="strict-origin"
            />
          ) : (
            <div className={classes.ask}>
              <Text size="sm">{t('chat.ask', { host })}</Text>
              <Button onClick={onAllow}>{t('chat.allow')}</Button>
            </div>
          )}
        </section>
      )}
      <ActionIcon
        ref={launcher}
        className={classes.launcher}
        size={52}
        radius="xl"
        variant="filled"
        aria-label={t('chat.open')}
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
