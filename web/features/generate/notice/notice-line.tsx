import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useSession } from '#web/lib/session.ts'
import { PlansLink } from '#web/ui/plans-link.tsx'
import type { Notice } from './generate-notice.ts'
import { useTexts } from './texts.ts'

/** One line above the button: what stands in the way, and the way on. */
export function NoticeLine({ notice, onUpgrade }: { notice: Notice; onUpgrade: () => void }) {
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
          {t('unverified')} {notice.action}
        </>
      )
    case 'engine-away':
      return t.rich('engineAway', {
        link: <Anchor component={Link} size="sm" to={paths.status.link()} />,
      })
    case 'no-model':
      return t.rich('noModel', {
        name: notice.name,
        link: <Anchor component="button" type="button" size="sm" onClick={notice.onDefault} />,
      })
    case 'plan':
      return t.rich('plan', {
        what: notice.what,
        plan: notice.plan,
        link: <PlansLink to={notice.link} />,
      })
    case 'queue-full':
      return <QueueFull free={notice.free} onUpgrade={onUpgrade} />
    default:
      return notice satisfies never
  }
}

function QueueFull({ free, onUpgrade }: { free: boolean; onUpgrade: () => void }) {
  const t = useTexts()
  const { me, canBuy } = useSession()
  // A larger plan would not lengthen this queue.
  const reason = me?.own_limits?.queue == null ? null : me.own_limits.reason
  return (
    <>
      {t('queueFull')} {reason !== null && t('ownLimit', { reason })}
      {free && canBuy && reason === null && (
        <>
          {' '}
          <Anchor component="button" type="button" size="sm" onClick={onUpgrade}>
            {t('longerQueue')}
          </Anchor>
        </>
      )}
    </>
  )
}
