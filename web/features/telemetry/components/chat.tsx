import { Button, Text } from '@mantine/core'
import { ChatFrame } from '#web/ui/chat-frame.tsx'
import { useLanguage } from '#web/lib/texts.ts'
import { useTexts } from '../texts.ts'
import classes from './chat.module.css'

/** What a page of somebody else may do in its frame: it can neither reach our page nor lead it elsewhere. */
const SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox'

/**
 * The support chat of paying people as a page of another service, which comes when the chat is first opened and allowed.
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
  return (
    <ChatFrame title={t('chat.title')} closeLabel={t('chat.close')}>
      {isAllowed ? (
        <iframe
          className={classes.frame}
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
    </ChatFrame>
  )
}
