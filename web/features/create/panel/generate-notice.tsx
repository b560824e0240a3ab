import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { Me } from '#contract/users.ts'
import { paths } from '#web/app/paths.ts'
import { useTexts } from './texts.ts'

/** What stands in the way of a generation. */
export type Notice =
  /** `action`: asks for the mail again. */
  | { kind: 'unverified'; action: React.ReactNode }
  | { kind: 'engine-away' }
  | { kind: 'no-model'; name: string; onDefault: () => void }
  | { kind: 'queue-full'; free: boolean }
  /** `what` is part of the plan and those above it; `link` leads to the plans. */
  | { kind: 'plan'; what: string; plan: string; link: string }

/** Whether the button waits until the notice is gone. A full queue may have room again at any moment. */
export const isBlocking = (notice: Notice | null): boolean =>
  notice !== null && notice.kind !== 'queue-full'

/** What stands in the way of somebody's drawing, or null. */
export function noticeOf(
  me: Me,
  state: {
    ready: boolean
    /** The model that the form names and no engine has. */
    missing: string | null
    onDefaultModel: () => void
    full: boolean
    resendMail: React.ReactNode
  },
): Notice | null {
  const { missing } = state
  if (!me.email_verified) return { kind: 'unverified', action: state.resendMail }
  if (missing !== null) return { kind: 'no-model', name: missing, onDefault: state.onDefaultModel }
  if (!state.ready) return { kind: 'engine-away' }
  if (state.full) return { kind: 'queue-full', free: me.plan.name === 'free' }
  return null
}

/** One line above the button: what stands in the way, and the way on. */
export function GenerateNotice({ notice, onUpgrade }: { notice: Notice; onUpgrade: () => void }) {
  return (
    <Text size="sm" role="status">
      <NoticeText notice={notice} onUpgrade={onUpgrade} />
    </Text>
  )
}

function NoticeText({ notice, onUpgrade }: { notice: Notice; onUpgrade: () => void }) {
  const t = useTexts()
  switch (notice.kind) {
    case 'unverified':
      return (
        <>
          {t('generateNotice.unverified')} {notice.action}
        </>
      )
    case 'engine-away':
      return t.rich('generateNotice.engineAway', {
        link: <Anchor component={Link} size="sm" to={paths.status.link()} />,
      })
    case 'no-model':
      return t.rich('generateNotice.noModel', {
        name: notice.name,
        link: <Anchor component="button" type="button" size="sm" onClick={notice.onDefault} />,
      })
    case 'plan':
      return t.rich('generateNotice.plan', {
        what: notice.what,
        plan: notice.plan,
        link: <Anchor component={Link} size="sm" to={notice.link} />,
      })
    case 'queue-full':
      return <QueueFull free={notice.free} onUpgrade={onUpgrade} />
    default:
      return notice satisfies never
  }
}

function QueueFull({ free, onUpgrade }: { free: boolean; onUpgrade: () => void }) {
  const t = useTexts()
  return (
    <>
      {t('generateNotice.queueFull')}
      {free && (
        <>
          {' '}
          <Anchor component="button" type="button" size="sm" onClick={onUpgrade}>
            {t('generateNotice.longerQueue')}
          </Anchor>
        </>
      )}
    </>
  )
}
