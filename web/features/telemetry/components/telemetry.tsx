import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '#web/lib/session.ts'
import { useSite } from '#web/lib/site.ts'
import { setTelemetry, telemetry } from '#web/lib/telemetry.ts'
import { isAllowed, recipientsOf, useChoice } from '../lib/choice.ts'
import { startStatistics } from '../lib/start-statistics.ts'
import { Chat } from './chat.tsx'
import { PrivacyBar } from './privacy-bar.tsx'
import { PrivacyDialog } from './privacy-dialog.tsx'

/** Asks what may be told to others, lets out what is allowed, and offers the chat. */
export function Telemetry() {
  const settings = useSite().site.telemetry
  const { isPaid } = useSession()
  const { pathname } = useLocation()
  const recipients = useMemo(() => recipientsOf(settings, window.location.host), [settings])
  const { answerTo, choose } = useChoice(recipients)
  const hasStatistics = answerTo('statistics') === true

  // What the page did before it was allowed stays untold; the page itself counts from here.
  const wasSilent = useRef(false)
  const tellPage = useEffectEvent(() => telemetry.pageView(pathname))
  useEffect(() => {
    if (!hasStatistics) {
      setTelemetry(null)
      wasSilent.current = true
      return undefined
    }
    const stop = startStatistics(settings, () => isAllowed(recipients, 'statistics'))
    if (wasSilent.current) tellPage()
    return stop
  }, [hasStatistics, settings, recipients])

  const isAsked =
    (recipients.statistics !== undefined && answerTo('statistics') === null) ||
    // The chat is there for paying people alone.
    (recipients.support !== undefined && isPaid && answerTo('support') === null)
  return (
    <>
      {isAsked && <PrivacyBar recipients={recipients} choose={choose} />}
      <PrivacyDialog recipients={recipients} answerTo={answerTo} choose={choose} />
      {settings.chat && isPaid && (
        <Chat
          url={settings.chat.url}
          isAllowed={answerTo('support') === true}
          host={recipients.support?.[0] ?? ''}
          onAllow={() => choose({ support: true })}
        />
      )}
    </>
  )
}
