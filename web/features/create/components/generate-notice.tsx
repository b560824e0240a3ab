import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'

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

/** One line above the button: what stands in the way, and the way on. */
export function GenerateNotice({ notice, onUpgrade }: { notice: Notice; onUpgrade: () => void }) {
  return (
    <Text size="sm" role="status">
      {notice.kind === 'unverified' && (
        <>Verify your email first: open the link we sent you. {notice.action}</>
      )}
      {notice.kind === 'engine-away' &&
        'The engine is not ready. Nothing is charged while it is away.'}
      {notice.kind === 'no-model' && (
        <>
          There is no model “{notice.name}” here.{' '}
          <Anchor component="button" type="button" size="sm" onClick={notice.onDefault}>
            Use the usual one
          </Anchor>
        </>
      )}
      {notice.kind === 'plan' && (
        <>
          {notice.what} is part of the {notice.plan} plan and those above it.{' '}
          <Anchor component={Link} size="sm" to={notice.link}>
            See the plans
          </Anchor>
        </>
      )}
      {notice.kind === 'queue-full' && (
        <>
          Your queue is full: wait until an image is done or cancel one. Nothing was charged.
          {notice.free && (
            <>
              {' '}
              <Anchor component="button" type="button" size="sm" onClick={onUpgrade}>
                Plans with a longer queue
              </Anchor>
            </>
          )}
        </>
      )}
    </Text>
  )
}
